import bowser from 'bowser'

export interface Device {
  browser: string | null
  system: string | null
}

/** Omits the operating system version, which browsers have frozen. */
export function parseUserAgent(userAgent: string): Device {
  if (userAgent === '') return { browser: null, system: null }
  const { browser, os } = bowser.parse(userAgent)
  const [major] = browser.version?.split('.') ?? []
  return {
    browser: browser.name ? `${browser.name} ${major ?? ''}`.trim() : null,
    system: os.name || null,
  }
}
