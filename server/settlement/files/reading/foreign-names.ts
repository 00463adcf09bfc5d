import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { findReportType } from './file-names.ts'
import { fileKinds } from './kinds.ts'
import { createAssetFileRefusal, describeKind, findWantedKind, wantedFiles } from './wanted-kinds.ts'

const byAssetName = /videoclaim|video_claim|claim_raw|(?:^|_)asset_|_asset(?:_|\.|$)|by_asset/
const shorterName = /(?:^|_)(?:week|weekly|day|daily|w|d)_(?:\d|v\d|video|rawdata|subscription|shorts|ads)/

/** @param name normalized @throws {FileRefusal} that says which file is wanted instead */
export function refuseForeignName(name: string): void {
  const type = findReportType(name)
  if (type === undefined) refuseForeignStudioName(name)
  else refuseForeignReport(type, name)
}

function refuseForeignStudioName(name: string): void {
  if (byAssetName.test(name)) throw createAssetFileRefusal(name)
  if (shorterName.test(name)) throw createShorterRefusal(name)
}

function refuseForeignReport(type: string, name: string): void {
  if (fileKinds.some(({ reportTypes }) => reportTypes.test(type))) return
  if (/_weekly_a/.test(type)) throw createShorterRefusal(name)
  if (/_ad_revenue_raw_a/.test(type)) return
  if (/_(?:global|country|day)_(?:ad_)?(?:adjustment_)?revenue_summary_a/.test(type))
    throw new FileRefusal(
      `this is a sum of all channels, so that nobody could be paid by it; ${describeKind(findWantedKind(name))} is needed`,
    )
  if (/_asset_|_claim/.test(type)) throw createAssetFileRefusal(name)
  throw new FileRefusal(
    `this is a daily report of the Reporting API, which "import" reads; supported monthly files: ${wantedFiles}`,
  )
}

const createShorterRefusal = (name: string) =>
  new FileRefusal(
    `this is a weekly or daily file, which is not final; ${describeKind(findWantedKind(name))} of the month is needed`,
  )
