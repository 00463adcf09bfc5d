const formatters = new Map<string, unknown>()

/** Caches `Intl` formatters by locale and options: creating one takes longer than formatting a page of values. */
export function getFormatter<Options extends object, Formatter>(
  Type: new (locale: string, options: Options) => Formatter,
  locale: string,
  options: NoInfer<Options>,
): Formatter {
  const key = Type.name + locale + JSON.stringify(options)
  const formatter = (formatters.get(key) ?? new Type(locale, options)) as Formatter
  formatters.set(key, formatter)
  return formatter
}
