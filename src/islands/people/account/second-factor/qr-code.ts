import { encode } from 'uqr'

export interface QrCode {
  /** Modules per side, including the quiet zone. */
  size: number
  /** SVG path of the dark modules. */
  path: string
}

/** Required by the standard. */
const border = 4

export function createQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'L', border })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
