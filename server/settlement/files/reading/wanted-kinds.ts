import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { findReportType } from './file-names.ts'
import { adjustmentsKind, adsKind, type FileKind, fileKinds, premiumKind, premiumMusicKind } from './kinds.ts'

// Which file somebody wants who has brought another one.

export const wantedFiles = fileKinds.map(({ example }) => example).join(', ')

export const describeKind = ({ example }: FileKind) => `YouTube_…_M_…_${example}_….csv`

/** @param names normalized */
export const findKindByName = (names: readonly string[], among: readonly FileKind[] = fileKinds) =>
  names.map((name) => among.find((kind) => isNamedLike(kind, name))).find((kind) => kind)

function isNamedLike({ namePattern, reportTypes }: FileKind, name: string): boolean {
  const type = findReportType(name)
  return type === undefined ? namePattern.test(name) : reportTypes.test(type)
}

/** The kind of the same money. */
export function findWantedKind(name: string): FileKind {
  const find = (source: FileKind['source']) => fileKinds.find((kind) => kind.source === source) ?? adsKind
  if (/shorts.*subscription/.test(name)) return find('shorts_subscription')
  if (/shorts/.test(name)) return find('shorts_ads')
  if (/red_music|music_rawdata|premium_music|subscription_(?:asset|claim|video)(?!.*non_music)/.test(name))
    return premiumMusicKind
  if (/red_|premium|subscription/.test(name)) return premiumKind
  if (/adj/.test(name)) return adjustmentsKind
  if (/paid_features/.test(name)) return find('paid_features')
  if (/tax_refund/.test(name)) return find('tax_refund')
  if (/tax|affiliate/.test(name)) return find('tax')
  return adsKind
}

export const createAssetFileRefusal = (name: string, line?: number) =>
  new FileRefusal(
    `this is money by asset or claim, which is in ${describeKind(findWantedKind(name))} already and would count twice: import that file instead`,
    line,
  )
