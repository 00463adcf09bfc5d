export const designIds = ['', 'mcn-2', 'mcn-3', 'mcn-4'] as const
export type DesignId = (typeof designIds)[number]

/** CSS pixels. */
export const laptopBreakpoints: Record<DesignId, number> = {
  '': 1100,
  'mcn-2': 1280,
  'mcn-3': 1400,
  'mcn-4': 1400,
}
/** In CSS pixels; narrower screens are `mobile`. */
export const mobileBreakpoint = 640

/** The parameter `d` in an address previews a design: `3` is `mcn-3`. */
export function parseDesign(d: string | null | undefined): DesignId | undefined {
  const id = `mcn-${d}`
  return designIds.find((design) => design === id)
}

const homesFolder = '/homes'

/** Each design has a home of its own; that of the default is at `/`. Served in its place, never under this path. */
export const getHomePath = (path: string, design: DesignId): string =>
  design === '' ? path : `${homesFolder}/${design}${path}`.replace(/\/$/, '')

export const isHomePath = (path: string): boolean => path.startsWith(`${homesFolder}/`)
