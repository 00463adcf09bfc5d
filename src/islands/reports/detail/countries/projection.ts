/** Degrees. */
export type Coordinates = readonly [longitude: number, latitude: number]

export interface Point {
  x: number
  y: number
}

const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796]
const m = Math.sqrt(3) / 2

/** Equal Earth (Šavrič, Patterson, Jenny 2018), an equal-area projection. Radians; y points north. */
export function equalEarth(longitude: number, latitude: number): [x: number, y: number] {
  const p = Math.asin(m * Math.sin(latitude))
  const p2 = p * p
  const p6 = p2 ** 3
  const slope = a1 + 3 * a2 * p2 + p6 * (7 * a3 + 9 * a4 * p2)
  return [(longitude * Math.cos(p)) / (m * slope), p * (a1 + a2 * p2 + p6 * (a3 + a4 * p2))]
}

/** The resulting antimeridian runs through the Bering Strait and cuts no land. */
export const centralMeridian = 11

/** Matches `public/world.svg`, which omits Antarctica. */
export const mapSize = { width: 2000, height: 866, scale: 369, top: 483 }

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Exceeds the map's height for points too far south. */
export function projectPoint([longitude, latitude]: Coordinates): Point {
  const shiftedLongitude = ((longitude - centralMeridian + 540) % 360) - 180
  const [x, y] = equalEarth(radians(shiftedLongitude), radians(latitude))
  return { x: mapSize.width / 2 + x * mapSize.scale, y: mapSize.top - y * mapSize.scale }
}
