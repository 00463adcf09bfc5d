import type { Locale } from '#contract/platform/locale.ts'

// A picture is a separate file, so it needs its own styles. Colors are literal, since not every SVG viewer supports
// custom properties, and dark ones follow the reader's scheme. They are neutral, like YouTube's, with one accent; the
// page draws the site's own tint behind the picture.

type Hex = `#${string}`

const mix = (color: Hex, share: number, into: Hex): Hex => {
  const [a, b] = [color, into].map((hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)))
  const channels = [0, 1, 2].map((i) => Math.round((a?.[i] ?? 0) * share + (b?.[i] ?? 0) * (1 - share)))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

interface Seeds {
  readonly ink: Hex
  readonly ink2: Hex
  readonly ink3: Hex
  readonly line: Hex
  readonly lineStrong: Hex
  readonly ground: Hex
  readonly card: Hex
  readonly good: Hex
  readonly accent: Hex
  readonly accentFace: Hex
  readonly onAccent: Hex
  /** The background behind a dialog. */
  readonly dimmed: Hex
  /** Share of ink in the color of the phone's case. */
  readonly caseShare: number
}

const createPalette = ({ caseShare, ...seeds }: Seeds) => {
  const { ink, card, accent } = seeds
  return {
    ...seeds,
    bar: mix(ink, 0.1, card),
    edge: mix(ink, 0.18, card),
    case: mix(ink, caseShare, card),
    hole: caseShare > 0.5 ? ink : mix(seeds.ground, 0.5, '#000000'),
    tint: mix(accent, 0.13, card),
    chosen: mix(accent, 0.08, card),
    wave: mix(accent, 0.34, card),
    clip: mix(ink, 0.2, card),
  }
}

export type Palette = ReturnType<typeof createPalette>

/** The seeds match src/styles/tokens.css. */
const light = createPalette({
  ink: '#14151a',
  ink2: '#565a66',
  ink3: '#686d79',
  line: '#e6e8ec',
  lineStrong: '#8d929e',
  ground: '#f7f8fa',
  card: '#ffffff',
  good: '#0b7a4b',
  accent: '#5b5bd6',
  accentFace: '#5b5bd6',
  onAccent: '#ffffff',
  dimmed: '#9b9ca0',
  caseShare: 0.88,
})
const dark = createPalette({
  ink: '#f2f3f5',
  ink2: '#b7bbc5',
  ink3: '#989da9',
  line: '#30323a',
  lineStrong: '#737885',
  ground: '#131418',
  card: '#1b1c22',
  good: '#4cc38a',
  accent: '#9494e4',
  accentFace: '#5b5bd6',
  onAccent: '#ffffff',
  dimmed: '#0a0a0c',
  caseShare: 0.24,
})

type Color = keyof Palette

interface Look {
  readonly fill?: Color
  readonly stroke?: Color
  readonly width?: number
  /** Declarations that do not depend on the scheme. */
  readonly plain?: string
}

/** Styles by class; classes of an element are combined. */
const looks: Readonly<Record<string, Look>> = {
  text: { plain: 'dominant-baseline:central' },
  bold: { plain: 'font-weight:700' },
  code: { plain: 'letter-spacing:.04em' },

  ink: { fill: 'ink' },
  soft: { fill: 'ink2' },
  faint: { fill: 'ink3' },
  primary: { fill: 'accent' },
  on: { fill: 'card' },
  'on-accent': { fill: 'onAccent' },
  card: { fill: 'card' },

  'f-bar': { fill: 'bar' },
  'f-card': { fill: 'card' },
  'f-good': { fill: 'good' },
  'f-ink': { fill: 'ink' },
  'f-primary': { fill: 'accentFace' },
  'f-tint': { fill: 'tint' },
  's-card': { stroke: 'card' },
  's-good': { stroke: 'good' },
  's-ink': { stroke: 'ink' },
  's-on': { stroke: 'card' },
  's-on-accent': { stroke: 'onAccent' },
  's-primary': { stroke: 'accent' },
  's-soft': { stroke: 'ink3' },

  avatar: { fill: 'tint' },
  bars: { stroke: 'bar' },
  board: { fill: 'bar' },
  bubble: { fill: 'ink' },
  'bubble-plain': { fill: 'card', stroke: 'edge', width: 1.5 },
  caret: { stroke: 'accent', width: 2 },
  case: { fill: 'case' },
  chosen: { fill: 'chosen', stroke: 'accent', width: 2 },
  chrome: { fill: 'bar' },
  clip: { fill: 'clip' },
  'code-box': {
    fill: 'chosen',
    stroke: 'accent',
    width: 1.5,
    plain: 'stroke-dasharray:5 4;stroke-linecap:butt',
  },
  cover: { plain: 'fill:#2a4d8f' },
  cursor: { fill: 'ink', stroke: 'card', width: 2.5 },
  dimmed: { fill: 'dimmed' },
  dot: { fill: 'edge' },
  dots: { stroke: 'ink3', width: 3.5 },
  field: { fill: 'ground', stroke: 'line' },
  focus: { fill: 'card', stroke: 'accent', width: 2 },
  halo: { fill: 'accent', plain: 'fill-opacity:.26' },
  hill: { plain: 'fill:#6a2c70' },
  'hill-far': { plain: 'fill:#b83b5e' },
  hole: { fill: 'hole' },
  house: { plain: 'fill:#3c1a47' },
  icon: { width: 1.8 },
  'key-foot': { fill: 'ink3' },
  keyboard: { stroke: 'card', width: 26, plain: 'stroke-dasharray:17 4.66;stroke-linecap:butt' },
  'keyboard-flat': { plain: 'stroke-dasharray:19 3.2' },
  keys: { stroke: 'case', width: 5 },
  lamp: { plain: 'fill:#ffe0a3' },
  moon: { plain: 'fill:#f7b267' },
  move: { stroke: 'accent', width: 2.5 },
  notch: { stroke: 'ink2', width: 2 },
  'plain-face': { fill: 'card', stroke: 'edge', width: 1.5 },
  'primary-face': { fill: 'ink' },
  rule: { stroke: 'line', width: 1.5 },
  screen: { fill: 'card' },
  sea: { plain: 'fill:#173063' },
  sheet: { fill: 'card', stroke: 'line' },
  signal: { width: 3 },
  sky: { plain: 'fill:#f08a5d' },
  'stage-dot': { fill: 'accentFace' },
  sun: { plain: 'fill:#ffe0a3' },
  system: { stroke: 'ink3', width: 1.8 },
  tip: { fill: 'accentFace', stroke: 'card', width: 2.5 },
  track: { stroke: 'bar' },
  'track-dim': { stroke: 'lineStrong' },
  'track-lit': { stroke: 'accent' },
  under: { stroke: 'accent', width: 3 },
  wave: { stroke: 'wave' },
  'wave-lit': { stroke: 'accent' },
  'wave-on': { stroke: 'onAccent' },
  window: { fill: 'card', stroke: 'edge', width: 1.5 },
}

const fonts: Readonly<Record<Locale, string>> = {
  ko: 'Pretendard,"Apple SD Gothic Neo","Noto Sans KR","Noto Sans CJK KR","Malgun Gothic"',
  en: '-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Noto Sans CJK KR"',
  'zh-CN': '"PingFang SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei"',
  'zh-TW': '"PingFang TC","Noto Sans TC","Noto Sans CJK TC","Microsoft JhengHei"',
}

const renderColors = ({ fill, stroke }: Look, palette: Readonly<Record<Color, string>>) =>
  [fill && `fill:${palette[fill]}`, stroke && `stroke:${palette[stroke]}`].filter(Boolean).join(';')

const renderRules = (rules: readonly (readonly [name: string, body: string])[]) =>
  rules.map(([name, body]) => (body ? `.${name}{${body}}` : '')).join('')

function findLooks(drawing: string): [string, Look][] {
  const used = new Set(
    [...drawing.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  const unknown = [...used].filter((name) => !Object.hasOwn(looks, name))
  if (unknown.length > 0) throw new Error(`A drawing has classes without a look: ${unknown.join(', ')}`)
  return Object.entries(looks).filter(([name]) => used.has(name))
}

const renderLooks = (own: readonly [string, Look][], palette: Readonly<Record<Color, string>>) =>
  own.map(([name, look]) => {
    const width = look.width && `stroke-width:${look.width}`
    return [name, [renderColors(look, palette), width, look.plain].filter(Boolean).join(';')] as const
  })

/** Renders only the styles of the classes that a drawing uses, in the order above. */
export function renderDrawingStyle(drawing: string, locale: Locale): string {
  const own = findLooks(drawing)
  const colors = own.map(([name, look]) => {
    const color = renderColors(look, dark)
    return [name, color === renderColors(look, light) ? '' : color] as const
  })
  const root = `svg{font-family:${fonts[locale]},system-ui,sans-serif;fill:none;stroke-linecap:round;stroke-linejoin:round}`
  return `${root}${renderRules(renderLooks(own, light))}@media(prefers-color-scheme:dark){${renderRules(colors)}}`
}

/** Renders the styles of drawings without text, in light colors, for everything inside the class `drawing`. */
export const renderLightStyle = (drawing: string, colors: Partial<Record<Color, string>>): string =>
  `.drawing{fill:none;stroke-linecap:round;stroke-linejoin:round}${renderRules(renderLooks(findLooks(drawing), { ...light, ...colors }))}`
