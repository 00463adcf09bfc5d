/** People and programs write hyphens and spaces for Studio's underscores. */
export const normalizeName = (name: string): string => name.replace(/[-\s]+/g, '_').toLowerCase()

/** Type of a report of the Reporting API, which names its file. @param name normalized */
export const findReportType = (name: string): string | undefined =>
  /(?:^|_)((?:music_)?content_owner_[a-z_]+_a\d+)(?![a-z\d])/.exec(name)?.[1]
