// Generates the data for the map of countries: the outline of all land, and a position for each country. Run it when
// the borders of the world have changed: node scripts/world-map.mjs (Node 24, after npm install)
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { geoArea, geoCentroid, geoPath, geoProjection } from 'd3-geo'
import countries from 'i18n-iso-countries'
import { feature } from 'topojson-client'
import { centralMeridian, equalEarth, mapSize } from '#islands/reports/detail/countries/projection.ts'

const outlineFile = 'public/world.svg'
const coordinatesFile = 'src/lib/format/country-coordinates.ts'

/** Longitude and latitude of territories that the data draws as part of another country, or without a code. */
const manualCoordinates = {
  BQ: [-68.3, 12.2],
  BV: [3.4, -54.4],
  CC: [96.8, -12.2],
  CX: [105.6, -10.5],
  GF: [-53.1, 3.9],
  GP: [-61.5, 16.2],
  MQ: [-61, 14.6],
  RE: [55.5, -21.1],
  SJ: [17, 78.6],
  TK: [-171.8, -9.2],
  XK: [20.9, 42.6],
  YT: [45.2, -12.8],
}

const readAtlas = async (name) =>
  JSON.parse(await readFile(new URL(import.meta.resolve(`world-atlas/${name}.json`)), 'utf8'))

const toPolygons = ({ geometry }) =>
  geometry.type === 'Polygon'
    ? [geometry]
    : geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))

/** Finds the middle of a country's largest part, so that islands far away do not pull it into the sea. */
function findCenter(parts) {
  const largest = parts.reduce((most, one) => (geoArea(one) > geoArea(most) ? one : most))
  return geoCentroid(largest).map((degrees) => Math.round(degrees * 10) / 10)
}

async function readCoordinates() {
  const atlas = await readAtlas('countries-10m')
  // The data splits some countries into several features.
  const pieces = Map.groupBy(feature(atlas, atlas.objects.countries).features, ({ id }) =>
    id ? countries.numericToAlpha2(id) : undefined,
  )
  pieces.delete(undefined)
  const found = [...pieces].map(([code, all]) => [code, findCenter(all.flatMap(toPolygons))])
  const all = { ...Object.fromEntries(found), ...manualCoordinates }
  const missing = Object.keys(countries.getAlpha2Codes()).filter((code) => !all[code])
  if (missing.length > 0) throw new Error(`No place for ${missing.join(', ')}`)
  return all
}

async function readLand() {
  const atlas = await readAtlas('land-110m')
  const whole = feature(atlas, atlas.objects.land)
  const shapes = (whole.features ?? [whole]).flatMap(toPolygons)
  const coordinates = shapes
    .filter(({ coordinates: [ring] }) => ring.some(([, latitude]) => latitude > -60))
    .map((shape) => shape.coordinates)
  return { type: 'MultiPolygon', coordinates }
}

/** Writes whole numbers, relative to the previous point except for the first of a ring: the shortest notation. */
function compactPath(path) {
  return path
    .split('M')
    .filter(Boolean)
    .map((ring) => {
      const points = ring
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(',').map(Math.round))
      const steps = points.slice(1).flatMap(([x, y], at) => {
        const [dx, dy] = [x - points[at][0], y - points[at][1]]
        return dx || dy ? [`${dx}${dy < 0 ? '' : ' '}${dy}`] : []
      })
      return steps.length > 2 ? `M${points[0].join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z` : ''
    })
    .join('')
}

async function renderOutline() {
  const projection = geoProjection(equalEarth)
    .rotate([-centralMeridian, 0])
    .scale(mapSize.scale)
    .translate([mapSize.width / 2, mapSize.top])
  const path = compactPath(geoPath(projection)(await readLand()))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mapSize.width} ${mapSize.height}"><path id="land" d="${path}"/></svg>\n`
}

const lines = Object.entries(await readCoordinates())
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, [longitude, latitude]]) => `  ${code}: [${longitude}, ${latitude}],\n`)

await mkdir('public', { recursive: true })
await writeFile(outlineFile, await renderOutline())
await writeFile(
  coordinatesFile,
  `// Made by scripts/world-map.mjs from Natural Earth (public domain).
/** The middle of each country and territory by its ISO 3166-1 alpha-2 code: longitude and latitude in degrees. */
export const countryPlaces: Readonly<Record<string, readonly [longitude: number, latitude: number]>> = {
${lines.join('')}}
`,
)
console.log(`${lines.length} countries`)
