import bowser from 'bowser'

/** What a browser says of itself; null where it says nothing known. */
export interface Device {
  browser: string | null
  system: string | null
}

/** Of systems no version: browsers have long named one that never changes. */
export function parseUserAgent(userAgent: string): Device {
  if (userAgent === '') return { browser: null, system: null }
  const { browser, os } = bowser.parse(userAgent)
  const [major] = browser.version?.split('.') ?? []
  return {
    browser: browser.name ? `${browser.name} ${major ?? ''}`.trim() : null,
    system: os.name || null,
  }
}
