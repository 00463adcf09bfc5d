/** Which frame surrounds the content, and from which width the laptop layout begins. */
export const designIds = ['', 'mcn-2', 'mcn-3', 'mcn-4'] as const
export type DesignId = (typeof designIds)[number]

/** The width in CSS pixels from which the laptop layout begins. */
export const laptopBreakpoints: Record<DesignId, number> = {
  '': 1100,
  'mcn-2': 1280,
  'mcn-3': 1400,
  'mcn-4': 1400,
}
/** Below this width in CSS pixels a screen is `mobile`. */
export const mobileBreakpoint = 640
