export type PhoneKind = 'ios' | 'android'
export type Crop = 'top' | 'bottom'

/** The safe area between the system's bars. */
export interface ScreenArea {
  readonly left: number
  readonly right: number
  readonly width: number
  readonly middle: number
  /** Bounds of an app's content; a cropped end extends beyond the picture. */
  readonly top: number
  readonly bottom: number
}

const left = 24
const right = 256

export const phoneHeight = 540
export const getPhoneTop = (crop: Crop) => (crop === 'top' ? 18 : 384 - phoneHeight)

export function getPhoneArea(phone: PhoneKind, crop: Crop): ScreenArea {
  const sides = { left, right, width: right - left, middle: (left + right) / 2 }
  const top = phone === 'ios' ? 66 : 58
  const bottom = phone === 'ios' ? 360 : 346
  return crop === 'top' ? { ...sides, top, bottom: 412 } : { ...sides, top: -12, bottom }
}

export const screenRadius = { ios: 32, android: 20 }
