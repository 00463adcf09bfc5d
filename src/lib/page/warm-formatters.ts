/**
 * Creates the first formatters of a language while the scripts are on their way: each loads the language's data, which takes a
 * phone up to a tenth of a second. In tasks of their own, and only where the browser knows that it is idle.
 */
export function warmFormatters(language: string): void {
  globalThis.requestIdleCallback?.(() => {
    new Intl.NumberFormat(language)
    requestIdleCallback(() => new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }))
  })
}
