/** The viewBox of every phone, and of every desktop: pictures of one kind take the same room. */
export const phoneViewBox = { width: 280, height: 400 }
export const desktopViewBox = { width: 640, height: 400 }

export type PhoneKind = 'ios' | 'android'
/** Which end of the phone is to be seen. */
export type Crop = 'top' | 'bottom'

/** The room on a phone's screen from edge to edge, between the system's bars. */
export interface ScreenArea {
  readonly left: number
  readonly right: number
  readonly width: number
  readonly middle: number
  /** Where an app's content begins and ends; beyond the picture at the end that is cut off. */
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

/** The corners of a phone's screen. */
export const screenRadius = { ios: 32, android: 20 }
