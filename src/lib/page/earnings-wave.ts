/** How a wave is drawn; lengths in the units of its picture. */
export interface WaveShape {
  readonly count: number
  /** From one bar to the next. */
  readonly step: number
  /** Where the first bar begins. */
  readonly left: number
  /** The height that the sound swings around, and the one that the earnings stand on. */
  readonly axis: number
  readonly foot: number
  readonly quietest: number
  readonly loudest: number
  readonly lowest: number
  readonly highest: number
  /** 1 rises evenly, more rises later. */
  readonly steepness: number
  /** Where sound begins and has ended to turn into earnings, from 0 to 1. */
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

/** The bars of a track's waveform that turns into the earnings it made. */
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
