import { computed } from 'nanostores'
import {
  type AuditActor,
  type AuditArea,
  auditActors,
  auditAreaNames,
  listAuditLog,
  listPeopleEvents,
} from '#contract/operations/desk/audit.ts'
import { type SecurityEventKind, securityEventKinds } from '#contract/people/security-events.ts'
import { parseDayParam, toPeriod } from '#islands/operations/desk/filters/period.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'

export const auditTabs = ['changes', 'readings', 'events'] as const
export type AuditTab = (typeof auditTabs)[number]

const $auditCaller = computed([$caller, may('desk.read'), $path], (caller, readsDesk, path) =>
  readsDesk && path === '/desk/audit' ? caller : null,
)

interface Filter {
  tab: AuditTab
  person: string | undefined
  actor: AuditActor | undefined
  action: string | undefined
  area: AuditArea | undefined
  subject: string | undefined
  site: string | undefined
  kind: SecurityEventKind | undefined
  failed: '1' | undefined
  from: string | undefined
  to: string | undefined
  before: number | undefined
  after: number | undefined
}

const toId = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined)
const toFlag = (text: string | undefined) => (text === '1' ? ('1' as const) : undefined)

export const $filter = computed($params, (params): Filter => {
  const isReadings = params.readings === '1'
  return {
    tab: isReadings ? 'readings' : params.view === 'events' ? 'events' : 'changes',
    person: params.person || undefined,
    actor: auditActors.find((one) => one === params.actor),
    action: params.action || undefined,
    area: auditAreaNames.find((one) => one === params.area),
    subject: params.subject || undefined,
    site: params.site || undefined,
    kind: securityEventKinds.find((one) => one === params.kind),
    failed: toFlag(params.failed),
    from: parseDayParam(params.from),
    to: parseDayParam(params.to),
    before: toId(params.before),
    after: toId(params.after),
  }
})

export type EntryFilter = ReturnType<typeof toEntryQuery>

const toEntryQuery = ({ tab, person, actor, action, area, subject, site, from, to }: Filter) => ({
  ...{ person, actor, action, area, subject, site },
  readings: tab === 'readings' ? ('1' as const) : undefined,
  ...toPeriod(from, to),
})

/** Without the page, for the file. */
export const $entryFilter = computed($filter, toEntryQuery)

const $entryKey = computed([$auditCaller, $filter], (caller, filter) =>
  caller === null || filter.tab === 'events'
    ? null
    : { caller, ...toEntryQuery(filter), before: filter.before, after: filter.after },
)

export const entryList = createQuery($entryKey, listAuditLog, ({ caller: _, ...query }) => query)

const $eventKey = computed(
  [$auditCaller, $filter],
  (caller, { tab, person, kind, failed, site, ...filter }) =>
    caller === null || tab !== 'events'
      ? null
      : {
          caller,
          ...{ person, kind, failed, site },
          ...toPeriod(filter.from, filter.to),
          before: filter.before,
          after: filter.after,
        },
)

export const eventList = createQuery($eventKey, listPeopleEvents, ({ caller: _, ...query }) => query)

const firstPage = { before: undefined, after: undefined }

type FilterName = Exclude<keyof Filter, 'tab' | 'before' | 'after'>

/** Another filter begins at the newest. */
export const setFilter = (patch: Partial<Record<FilterName, string | undefined>>) =>
  setParams({ ...patch, ...firstPage })

export const searchPerson = (person: string) =>
  setParams({ person, ...firstPage }, { replace: person !== '' && $filter.get().person !== undefined })

export const showOlder = (id: number) => setParams({ before: String(id), after: undefined })
export const showNewer = (id: number) => setParams({ after: String(id), before: undefined })

const noFilter = {
  person: undefined,
  actor: undefined,
  action: undefined,
  area: undefined,
  subject: undefined,
  site: undefined,
  kind: undefined,
  failed: undefined,
  from: undefined,
  to: undefined,
} satisfies Record<FilterName, undefined>

export const clearFilters = () => setParams({ ...noFilter, ...firstPage })

/** What both lists filter by stays. */
export const showTab = (tab: AuditTab) =>
  setParams({
    ...{ actor: undefined, action: undefined, area: undefined, subject: undefined },
    ...{ kind: undefined, failed: undefined },
    ...firstPage,
    view: tab === 'events' ? 'events' : undefined,
    readings: tab === 'readings' ? '1' : undefined,
  })

export const isFiltered = (filter: Filter) =>
  (Object.keys(noFilter) as FilterName[]).some((name) => filter[name] !== undefined)
