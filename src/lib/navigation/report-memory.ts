import { host } from '#lib/site/host.ts'
import { readTab, writeTab } from '#lib/site/storage.ts'
import { buildReportPath, pickParams, sharedParams } from './report-path.ts'

// Remembers how a person last viewed the reports in this tab, for the links of the menu. On a report, the address is
// the truth.

type Params = Readonly<Record<string, string>>

export interface ReportMemory {
  /** Parameters of all reports. */
  readonly shared: Params
  /** Parameters of individual reports, by path. */
  readonly orders: Readonly<Record<string, Params>>
}

export const noMemory: ReportMemory = { shared: {}, orders: {} }

const orderParams = ['sort', 'order'] as const

const getKey = (person: number) => `reports:${host}:${person}`

export function readReportMemory(person: number): ReportMemory {
  const text = readTab(getKey(person))
  return text === null ? noMemory : JSON.parse(text)
}

/** `reports` are the paths of the menu; a page below one of them shares its period. */
export function addToMemory(
  memory: ReportMemory,
  reports: readonly string[],
  { path, params }: { path: string; params: Params },
): ReportMemory {
  if (!reports.some((report) => path === report || path.startsWith(`${report}/`))) return memory
  const orders = reports.includes(path)
    ? { ...memory.orders, [path]: pickParams(params, orderParams) }
    : memory.orders
  return { shared: pickParams(params, sharedParams), orders }
}

export const writeReportMemory = (person: number, memory: ReportMemory) =>
  writeTab(getKey(person), JSON.stringify(memory))

export const buildMenuPath = (report: string, { shared, orders }: ReportMemory): string =>
  buildReportPath(report, shared, orders[report])
