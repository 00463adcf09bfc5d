/** Lengths are in SVG units. */
export interface WaveShape {
  readonly count: number
  readonly step: number
  readonly left: number
  /** Center line of the sound part, and baseline of the earnings. */
  readonly axis: number
  readonly foot: number
  readonly quietest: number
  readonly loudest: number
  readonly lowest: number
  readonly highest: number
  /** 1 is linear; higher values rise later. */
  readonly steepness: number
  /** Start and end of the transition from sound to earnings, 0 to 1. */
  readonly turn: readonly [from: number, to: number]
}

export interface WaveBar {
  readonly x: number
  readonly top: number
  readonly tall: number
  /** 0 is sound, 1 is earnings. */
  readonly turned: number
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
const interpolate = (from: number, to: number, share: number) => from * (1 - share) + to * share

export function createEarningsWave(shape: WaveShape): WaveBar[] {
  const [from, to] = shape.turn
  return Array.from({ length: shape.count }, (_, i) => {
    const progress = i / (shape.count - 1)
    const loudness = Math.abs(Math.sin(i * 0.55) * 0.55 + Math.sin(i * 0.21 + 1) * 0.45)
    const sound = loudness * shape.loudest * (1 - progress) + shape.quietest
    const earnings = interpolate(shape.lowest, shape.highest, progress ** shape.steepness)
    const turned = Math.max(0, Math.min(1, (progress - from) / (to - from)))
    const tall = interpolate(sound, earnings, turned)
    const top = interpolate(shape.axis - tall / 2, shape.foot - tall, turned)
    return { x: shape.left + i * shape.step, top: roundToTenth(top), tall: roundToTenth(tall), turned }
  })
}
