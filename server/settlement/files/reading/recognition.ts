import {
  createColumnLookup,
  type Fields,
  parseFirstRecords,
  type RecordAtLine,
  refuseRepeatedColumns,
} from '#server/platform/files/csv-records.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { findFileMonth } from './file-month.ts'
import {
  adjustmentsKind,
  adsKind,
  type FileKind,
  fileKinds,
  isAdjustmentType,
  type Layout,
  premiumKind,
  premiumMusicKind,
} from './kinds.ts'
import { cleanText, normalizeColumn } from './values.ts'

export interface RecognizedFile {
  kind: FileKind
  /** Normalized. */
  header: Fields
  headerLine: number
  /** Undefined when the file does not say it. */
  month: string | undefined
  warnings: readonly string[]
}

const sampleRecords = 200
const maxLinesAbove = 4

const wantedFiles = fileKinds.map(({ example }) => example).join(', ')

/**
 * Recognizes a file by its columns, then by its own name and that of its archive. @throws {FileRefusal} that says which
 * file is wanted instead
 */
export function recognizeFile(head: Buffer, names: readonly string[]): RecognizedFile {
  for (const name of names) refuseForeignName(name)
  const records = parseFirstRecords(head, sampleRecords)
  const at = records.slice(0, maxLinesAbove + 1).findIndex(({ fields }) => isHeader(fields))
  const found = records[at]
  if (!found) throw describeUnknown(names, records[0])
  const file = readSample(found, records.slice(0, at), records.slice(at + 1))
  refuseByAsset(file, names)
  const { kind, warnings } = findKind(file, names)
  return {
    kind,
    header: file.header,
    headerLine: found.line,
    month: findFileMonth(file.linesAbove, file.monthValues, names),
    warnings,
  }
}

interface Sample {
  header: Fields
  headerLine: number
  linesAbove: Fields[]
  rows: Fields[]
  /** Values of a column that names the month. */
  monthValues: string[]
}

const knownColumns = new Set([
  ...fileKinds.flatMap(({ layouts }) => layouts.flatMap(({ columns }) => columns)),
  ...['asset_id', 'claim_id', 'date', 'video_channel_id', 'asset_channel_id'],
])

const isHeader = (fields: Fields): boolean =>
  fields.filter((name) => knownColumns.has(normalizeColumn(name))).length >= 2

function readSample(
  { fields, line }: RecordAtLine,
  above: readonly RecordAtLine[],
  below: readonly RecordAtLine[],
): Sample {
  const header = fields.map(normalizeColumn)
  refuseRepeatedColumns(header, line)
  const at = createColumnLookup(header)
  const rows = below.map((record) => record.fields)
  const column = Math.max(at('adsense_earnings_month'), at('month'))
  return {
    header,
    headerLine: line,
    linesAbove: above.map((record) => record.fields),
    rows,
    monthValues: column < 0 ? [] : rows.map((row) => row[column] ?? ''),
  }
}

function findKind(file: Sample, names: readonly string[]): { kind: FileKind; warnings: string[] } {
  const kinds = fileKinds.filter(({ layouts }) =>
    layouts.some(
      (layout) => findMissingColumns(layout, file).length === 0 && !hasForeignColumns(layout, file),
    ),
  )
  if (kinds.includes(adsKind)) return { kind: classifyAdsFile(file, names), warnings: [] }
  if (kinds.includes(premiumKind)) return tellMusic(file, names)
  const [kind] = kinds
  if (kind && kinds.length === 1) return { kind, warnings: [] }
  throw describeMissingColumns(file, findKindByName(names))
}

const findMissingColumns = ({ columns }: Layout, { header }: Sample): string[] =>
  columns.filter((name) => !header.includes(name))

const hasForeignColumns = ({ foreignColumns }: Layout, { header }: Sample): boolean =>
  foreignColumns.some((name) => header.includes(name))

const findKindByName = (names: readonly string[], among: readonly FileKind[] = fileKinds) =>
  names.map((name) => among.find(({ namePattern }) => namePattern.test(name))).find((kind) => kind)

/** Their columns are the same. */
function classifyAdsFile(
  { linesAbove, header, headerLine, rows }: Sample,
  names: readonly string[],
): FileKind {
  if (linesAbove.flat().some((cell) => /adjustment/i.test(cell))) return adjustmentsKind
  const column = header.indexOf('adjustment_type')
  const adjusted = rows.filter((row) => isAdjustmentType(cleanText(row[column] ?? ''))).length
  if (rows.length > 0 && adjusted === 0) return adsKind
  if (rows.length > 0 && adjusted === rows.length) return adjustmentsKind
  const kind = findKindByName(names, [adjustmentsKind, adsKind])
  if (kind) return kind
  throw new FileRefusal(
    rows.length === 0
      ? 'it has no lines, and its name does not say whether it is video_summary or ADJ_video_summary'
      : 'it has lines with and without an adjustment, and its name does not say whether it is video_summary or ADJ_video_summary',
    headerLine,
  )
}

/** Their columns are the same, so the name decides. */
function tellMusic({ header, headerLine, rows }: Sample, names: readonly string[]) {
  const kind = findKindByName(names, [premiumKind, premiumMusicKind])
  if (kind) return { kind, warnings: [] }
  const column = header.indexOf('asset_id')
  if (rows.length === 0 || column < 0)
    throw new FileRefusal(
      'its name does not say whether it is red_rawdata_video or red_music_rawdata_video, which have the same columns',
      headerLine,
    )
  const isMusic = rows.some((row) => row[column] !== '')
  return {
    kind: isMusic ? premiumMusicKind : premiumKind,
    warnings: [
      `its name does not say whether it is of music; its lines have ${isMusic ? '' : 'no '}assets, so it was taken as ${isMusic ? 'red_music_rawdata_video' : 'red_rawdata_video'}`,
    ],
  }
}

const describeKind = ({ example }: FileKind) => `YouTube_…_M_…_${example}_….csv`

/** The kind of the same money. */
function findWantedKind(name: string): FileKind {
  const find = (source: FileKind['source']) => fileKinds.find((kind) => kind.source === source) ?? adsKind
  if (/shorts.*subscription/i.test(name)) return find('shorts_subscription')
  if (/shorts/i.test(name)) return find('shorts_ads')
  if (/red_music|music_rawdata|premium_music|subscription_(?:asset|claim|video)(?!.*non_music)/i.test(name))
    return premiumMusicKind
  if (/red_|premium|subscription/i.test(name)) return premiumKind
  if (/adj/i.test(name)) return adjustmentsKind
  if (/paid_features/i.test(name)) return find('paid_features')
  if (/tax|affiliate/i.test(name)) return find('tax')
  return adsKind
}

const byAssetName = /videoclaim|video_claim|claim_raw|(?:^|_)asset_|_asset(?:_|\.|$)|by_asset/i
const shorterName = /(?:^|_)(?:week|weekly|day|daily|w|d)_(?:\d|v\d|video|rawdata|subscription|shorts|ads)/i

function refuseForeignName(name: string): void {
  if (/content_owner_[a-z_]+_a\d/i.test(name))
    throw new FileRefusal(
      `this is a daily estimate of the Reporting API, which "import" reads; supported monthly files: ${wantedFiles}`,
    )
  if (byAssetName.test(name)) throw createAssetFileRefusal(name)
  if (shorterName.test(name))
    throw new FileRefusal(
      `this is a weekly or daily file, which is not final; ${describeKind(findWantedKind(name))} of the month is needed`,
    )
  if (/tax_refund/i.test(name))
    throw new FileRefusal(
      'tax refunds are not imported; the tax that was withheld is in YouTube_…_M_…_affiliate_payment_summary_….csv',
    )
}

const createAssetFileRefusal = (name: string, line?: number) =>
  new FileRefusal(
    `this is money by asset or claim, which is in ${describeKind(findWantedKind(name))} already and would count twice: import that file instead`,
    line,
  )

const assetColumns = ['asset_title', 'asset_channel_id', 'asset_labels', 'asset_type', 'claim_id']

function refuseByAsset({ header, headerLine }: Sample, names: readonly string[]): void {
  const hasAssets = assetColumns.some((name) => header.includes(name))
  if (hasAssets || (header.includes('asset_id') && !header.includes('video_id')))
    throw createAssetFileRefusal(names[0] ?? '', headerLine)
}

function describeUnknown(names: readonly string[], first: RecordAtLine | undefined): FileRefusal {
  const kind = findKindByName(names)
  const wanted = kind
    ? `${describeKind(kind)} begins with ${kind.layouts[0].columns.join(', ')}`
    : `supported files: ${wantedFiles}`
  return new FileRefusal(
    `this is not one of YouTube's monthly files: it has no line with their columns; ${wanted}`,
    first?.line,
  )
}

function describeMissingColumns(file: Sample, kind: FileKind | undefined): FileRefusal {
  const { header, headerLine } = file
  const hasDates = kind?.layouts.some(({ columns }) => columns.includes('date'))
  if (header.includes('estimated_partner_revenue') || (header.includes('date') && !hasDates))
    return new FileRefusal(
      `this is a daily estimate, which "import" reads; supported monthly files: ${wantedFiles}`,
      headerLine,
    )
  const missing = kind ? findMissingColumns(findClosestLayout(kind, file), file) : []
  if (kind && missing.length > 0)
    return new FileRefusal(
      `${missing.length > 1 ? 'columns' : 'column'} ${missing.map((name) => `"${name}"`).join(', ')} missing in ${kind.example}`,
      headerLine,
    )
  return new FileRefusal(
    `its columns match none of the monthly files; supported files: ${wantedFiles}`,
    headerLine,
  )
}

function findClosestLayout({ layouts }: FileKind, file: Sample): Layout {
  const possible = layouts.filter((layout) => !hasForeignColumns(layout, file))
  return (possible.length > 0 ? possible : layouts).reduce((closest, layout) =>
    findMissingColumns(layout, file).length < findMissingColumns(closest, file).length ? layout : closest,
  )
}
