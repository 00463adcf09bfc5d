import './palette.css'

export const paletteSize = 30

export const getPaletteColor = (at: number) => `var(--chart-${at + 1})`
