import * as z from 'zod/mini'
import { listChannels } from './channels/channels.ts'
import { listMembers, memberColumns } from './people/members.ts'
import { findShell } from './portal/hosting.ts'
import { channelColumns, listChannelFigures } from './reports/channel-report.ts'
import { moverKinds } from './reports/movers.ts'
import { createColumnsParam, maxSelectedChannels, noColumns, ReportQuery } from './reports/reports.ts'
import { listVideos, videoColumns } from './reports/videos.ts'
import { amountColumns, MonthOrder, readMonth } from './settlement/months.ts'
import { readStatements } from './settlement/statements.ts'

type Params = Readonly<Record<string, z.ZodMiniType>>

/** A page whose address has state that a saved view brings back. */
export interface ViewPage {
  /** The screen; text key `shell:views.<name>`. */
  readonly name: string
  /**
   * Parameters of its address, by their schemas, in canonical order. Without pages of lists, dialogs and a chart's zoom, which
   * mean something else tomorrow.
   */
  readonly params: Params
  /** The table whose chosen columns are the parameter `columns`. */
  readonly table?: string
}

const word = z.string().check(z.regex(/^[\w-]{1,40}$/))

/** Parameters that only the site knows, so that it ignores values that it does not know. */
const chart = {
  metric: word,
  grain: word,
  hide: z.string().check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,40}$/)),
}

const { channel, ...scope } = ReportQuery
const { shape: videos } = listVideos.query
const { shape: channels } = listChannelFigures.query
const { shape: registrations } = listChannels.query
const { shape: members } = listMembers.query
const { shape: month } = readMonth.query

const videoTable = { sort: videos.sort, order: videos.order, columns: createColumnsParam(videoColumns) }

const monthPage = {
  params: {
    search: month.search,
    state: month.state,
    ...MonthOrder,
    columns: createColumnsParam(amountColumns),
  },
  table: 'month',
}

/** By path; a trailing `/*` matches the pages of single items. */
export const viewPages: Readonly<Record<string, ViewPage>> = {
  '/dashboard': {
    name: 'dashboard',
    params: { ...scope, ...videoTable, ...chart, movers: z.enum(moverKinds) },
    table: 'videos',
  },
  '/report-channel': {
    name: 'report-channel',
    params: {
      ...scope,
      search: channels.search,
      sort: channels.sort,
      order: channels.order,
      size: channels.size,
      columns: createColumnsParam(channelColumns),
      /** An empty id is a free slot, so that a channel keeps its color. */
      channels: z
        .string()
        .check(z.regex(new RegExp(`^[\\w-]{0,64}(,[\\w-]{0,64}){0,${maxSelectedChannels - 1}}$`))),
      grain: chart.grain,
      hide: chart.hide,
    },
    table: 'channels',
  },
  '/report-video': {
    name: 'report-video',
    params: { ...scope, channel, search: videos.search, ...videoTable, grain: chart.grain, hide: chart.hide },
    table: 'videos',
  },
  '/report-channel/*': {
    name: 'channel',
    params: { ...scope, ...videoTable, ...chart, movers: z.enum(moverKinds) },
    table: 'videos',
  },
  '/report-video/*': { name: 'video', params: { ...scope, channel, ...chart } },
  '/musics/*': { name: 'track', params: { ...scope, ...chart } },
  '/manage-channel': {
    name: 'manage-channel',
    params: {
      search: registrations.search,
      state: registrations.state,
      member: registrations.member,
      sort: registrations.sort,
      order: registrations.order,
    },
  },
  '/manage-member': {
    name: 'manage-member',
    params: {
      search: members.search,
      state: members.state,
      sort: members.sort,
      order: members.order,
      month: members.month,
      columns: createColumnsParam(memberColumns),
    },
    table: 'members',
  },
  '/months': { name: 'months', ...monthPage },
  '/months/*': { name: 'month', ...monthPage },
  '/payments': { name: 'payments', params: { search: month.search } },
  '/statements': { name: 'statements', params: { member: readStatements.query.shape.member } },
}

/** Undefined for any path that is not exactly that of such a page, without a language. */
export function findViewPage(path: string): ViewPage | undefined {
  const shell = findShell(path)
  if (shell === undefined && path.endsWith('*')) return undefined
  const pattern = shell === undefined ? path : `${shell}/*`
  return Object.hasOwn(viewPages, pattern) ? viewPages[pattern] : undefined
}

const getDefault = (schema: z.ZodMiniType): unknown => z.safeParse(schema, undefined).data

/** Undefined for a value that the page ignores, '' for its default and for none. */
function normalizeValue(schema: z.ZodMiniType, value: string): string | undefined {
  const text = value.trim()
  if (text === '') return ''
  const parsed = z.safeParse(schema, text)
  if (!parsed.success) return undefined
  if (Array.isArray(parsed.data)) return parsed.data.toSorted().join() || noColumns
  return parsed.data === getDefault(schema) ? '' : text
}

/** The state of a page in the one form in which views are stored and compared. Leaves out everything else of the address. */
export function pickViewQuery({ params }: ViewPage, search: string): string {
  const given = new URLSearchParams(search)
  const query = new URLSearchParams()
  for (const [name, schema] of Object.entries(params)) {
    const isIgnored = (name === 'from' || name === 'to') && given.get('period') !== 'custom'
    const value = normalizeValue(schema, given.get(name) ?? '')
    if (value && !isIgnored) query.set(name, value)
  }
  return query.toString()
}

/** The parameters of a page, with their defaults. */
export function readViewQuery({ params }: ViewPage, query: string): Readonly<Record<string, string>> {
  const defaults = Object.entries(params).map(([name, schema]) => [name, getDefault(schema)] as const)
  const known = defaults.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return { ...Object.fromEntries(known), ...Object.fromEntries(new URLSearchParams(query)) }
}

/** Every parameter is one that the page knows, with a value that it knows, once. */
export function isViewQuery({ params }: ViewPage, query: string): boolean {
  const entries = [...new URLSearchParams(query)]
  const isKnown = ([name, value]: [string, string]) => {
    const schema = Object.hasOwn(params, name) ? params[name] : undefined
    return schema !== undefined && normalizeValue(schema, value) !== undefined
  }
  return entries.every(isKnown) && new Set(entries.map(([name]) => name)).size === entries.length
}
