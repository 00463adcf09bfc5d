import {
  createColumnLookup,
  type Fields,
  parseFirstRecords,
  type RecordAtLine,
  refuseRepeatedColumns,
} from '#server/platform/files/csv-records.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import {
  type Column,
  columnNames,
  createFinder,
  type FindColumn,
  getColumnName,
  isHeader,
} from './columns.ts'
import { findFileMonth, findMonthOfValues } from './file-month.ts'
import { normalizeName } from './file-names.ts'
import { refuseForeignName } from './foreign-names.ts'
import {
  adjustmentsKind,
  adsKind,
  type FileKind,
  fileKinds,
  type Layout,
  labelKind,
  premiumKind,
  premiumMusicKind,
} from './kinds.ts'
import { isAdjustmentType } from './line-formats.ts'
import { cleanText, normalizeColumn } from './values.ts'
import { createAssetFileRefusal, describeKind, findKindByName, wantedFiles } from './wanted-kinds.ts'

export interface RecognizedFile {
  kind: FileKind
  /** Normalized. */
  header: Fields
  headerLine: number
  /** Undefined when the file does not say it. */
  month: string | undefined
  /** The only month of its lines, which may be before the file's. */
  monthOfLines?: string | undefined
  warnings: readonly string[]
}

const sampleRecords = 200
const maxLinesAbove = 4

/**
 * Recognizes a file by its columns, then by its own name and that of its archive. @throws {FileRefusal} that says which
 * file is wanted instead
 */
export function recognizeFile(head: Buffer, names: readonly string[]): RecognizedFile {
  const known = names.map(normalizeName)
  for (const name of known) refuseForeignName(name)
  const records = parseFirstRecords(head, sampleRecords)
  const at = records.slice(0, maxLinesAbove + 1).findIndex(({ fields }) => isHeader(fields))
  const found = records[at]
  if (!found) throw describeUnknown(known, records[0])
  const file = readSample(found, records.slice(0, at), records.slice(at + 1))
  refuseByAsset(file, known)
  const { kind, warnings } = findKind(file, known)
  return {
    kind,
    header: file.header,
    headerLine: found.line,
    ...(kind.hasEarlierMonths
      ? {
          month: findFileMonth(file.linesAbove, [], known),
          monthOfLines: findMonthOfValues(file.monthValues),
        }
      : { month: findFileMonth(file.linesAbove, file.monthValues, known) }),
    warnings,
  }
}

interface Sample {
  header: Fields
  find: FindColumn
  headerLine: number
  linesAbove: Fields[]
  rows: Fields[]
  /** Values of a column that names the month. */
  monthValues: string[]
}

function readSample(
  { fields, line }: RecordAtLine,
  above: readonly RecordAtLine[],
  below: readonly RecordAtLine[],
): Sample {
  const header = fields.map(normalizeColumn)
  refuseRepeatedColumns(header, line)
  const find = createFinder(createColumnLookup(header))
  const rows = below.map((record) => record.fields)
  const column = find('month')
  return {
    header,
    find,
    headerLine: line,
    linesAbove: above.map((record) => record.fields),
    rows,
    monthValues: column < 0 ? [] : rows.map((row) => row[column] ?? ''),
  }
}

function findKind(file: Sample, names: readonly string[]): { kind: FileKind; warnings: string[] } {
  const kinds = fileKinds.filter(({ layouts }) => layouts.some((layout) => fits(layout, file)))
  if (kinds.includes(adsKind)) return { kind: classifyAdsFile(file, names), warnings: [] }
  if (kinds.includes(premiumKind)) return tellMusic(file, names)
  const [kind] = kinds
  if (kind && kinds.length === 1) return { kind, warnings: [] }
  refuseAdsByDay(file)
  throw describeMissingColumns(file, findKindByName(names))
}

const findMissingColumns = ({ columns }: Layout, { find }: Sample): Column[] =>
  columns.filter((column) => find(column) < 0)

const fits = (layout: Layout, file: Sample): boolean =>
  findMissingColumns(layout, file).length === 0 && !hasForeignColumns(layout, file)

const hasForeignColumns = ({ foreignColumns }: Layout, { find }: Sample): boolean =>
  foreignColumns.some((column) => find(column) >= 0)

/** Their columns are the same. */
function classifyAdsFile({ linesAbove, find, headerLine, rows }: Sample, names: readonly string[]): FileKind {
  if (linesAbove.flat().some((cell) => /adjustment/i.test(cell))) return adjustmentsKind
  const column = find('adjustment')
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
function tellMusic({ find, headerLine, rows }: Sample, names: readonly string[]) {
  const kind = findKindByName(names, [premiumKind, premiumMusicKind])
  if (kind) return { kind, warnings: [] }
  const column = find('assetId')
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

/** The lines of a summary by day and country are the same money; both have the parts of revenue. @throws {FileRefusal} */
function refuseAdsByDay(file: Sample): void {
  const [layout] = adsKind.layouts
  if (
    findMissingColumns(layout, file).length > 0 ||
    file.find('day') < 0 ||
    file.find('revenueInAuctions') < 0
  )
    return
  throw new FileRefusal(
    `this is ads by day and country, whose money is in ${describeKind(adsKind)} (content_owner_ad_revenue_summary) already: import that file instead`,
    file.headerLine,
  )
}

const assetColumns = ['asset_title', 'asset_channel_id', 'asset_labels', 'asset_type', 'claim_id']

function refuseByAsset(file: Sample, names: readonly string[]): void {
  const { header, headerLine } = file
  if (labelKind.layouts.some((layout) => fits(layout, file))) return
  const hasAssets = assetColumns.some((name) => header.includes(name))
  if (hasAssets || (header.includes('asset_id') && !header.includes('video_id')))
    throw createAssetFileRefusal(names[0] ?? '', headerLine)
}

function describeUnknown(names: readonly string[], first: RecordAtLine | undefined): FileRefusal {
  const kind = findKindByName(names)
  const wanted = kind
    ? `${describeKind(kind)} begins with ${kind.layouts[0].columns.map(getColumnName).join(', ')}`
    : `supported files: ${wantedFiles}`
  return new FileRefusal(
    `this is not one of YouTube's monthly files: it has no line with their columns; ${wanted}`,
    first?.line,
  )
}

function describeMissingColumns(file: Sample, kind: FileKind | undefined): FileRefusal {
  const { header, headerLine } = file
  const hasDates = kind?.layouts.some(({ columns }) =>
    columns.some((column) => columnNames[column].some((name) => name === 'date')),
  )
  if (header.includes('estimated_partner_revenue') || (header.includes('date') && !hasDates))
    return new FileRefusal(
      `this is a daily estimate, which "import" reads; supported monthly files: ${wantedFiles}`,
      headerLine,
    )
  const missing = kind ? findMissingColumns(findClosestLayout(kind, file), file) : []
  if (kind && missing.length > 0)
    return new FileRefusal(
      `${missing.length > 1 ? 'columns' : 'column'} ${missing.map((column) => `"${getColumnName(column)}"`).join(', ')} missing in ${kind.example}`,
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
