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
