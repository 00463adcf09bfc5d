import { seededRandom } from '#server/demo/data/seeded-random.ts'

function getGradientColors(name: string): [string, string] {
  const hue = Math.floor(seededRandom(name, 'hue') * 360)
  const turn = 28 + Math.floor(seededRandom(name, 'turn') * 50)
  return [`hsl(${hue} 72% 78%)`, `hsl(${(hue + turn) % 360} 52% 46%)`]
}

function renderBars(name: string, width: number, height: number, count: number): string {
  const step = width / count
  return Array.from({ length: count }, (_, at) => {
    const t = at / (count - 1)
    const wave = height * (0.12 + 0.34 * seededRandom(name, 'bar', at)) * (1 - t)
    const size = Math.round(wave + height * 0.5 * t ** 1.4)
    const top = Math.round(height * (0.62 + 0.3 * t) - size * (0.5 + 0.5 * t))
    return `<rect x="${Math.round(at * step + step * 0.2)}" y="${top}" width="${Math.round(step * 0.6)}" height="${size}" rx="3"/>`
  }).join('')
}

function renderSvg(name: string, width: number, height: number, content: string): string {
  const [light, dark] = getGradientColors(name)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">` +
    `<defs><linearGradient id="g" x1="0" y1="0" x2=".6" y2="1"><stop stop-color="${light}"/>` +
    `<stop offset="1" stop-color="${dark}"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#g)"/>${content}</svg>`
  )
}

export function renderThumbnail(name: string): string {
  const sun = Math.round(24 + 42 * seededRandom(name, 'sun'))
  const [x, y] = [
    Math.round(40 + 100 * seededRandom(name, 'x')),
    Math.round(50 + 90 * seededRandom(name, 'y')),
  ]
  return renderSvg(
    name,
    180,
    320,
    `<circle cx="${x}" cy="${y}" r="${sun}" fill="#fff" opacity=".5"/><g fill="#fff" opacity=".85">${renderBars(name, 180, 320, 12)}</g>`,
  )
}

export function renderCover(name: string): string {
  const radius = Math.round(60 + 50 * seededRandom(name, 'disc'))
  return renderSvg(
    name,
    240,
    240,
    `<circle cx="120" cy="120" r="${radius}" fill="#fff" opacity=".28"/><g fill="#fff" opacity=".9">${renderBars(name, 240, 240, 15)}</g>`,
  )
}

export function renderChannelPicture(name: string): string {
  const turn = Math.round(40 + 40 * seededRandom(name, 'disc'))
  return renderSvg(
    name,
    240,
    240,
    `<circle cx="${turn + 30}" cy="${190 - turn}" r="62" fill="#fff" opacity=".42"/><g fill="#fff" opacity=".9">${renderBars(name, 240, 240, 7)}</g>`,
  )
}
