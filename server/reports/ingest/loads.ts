import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, IdRow, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { InputFile } from './input-files.ts'
import type { LoadTable } from './loader/load-table.ts'
import type { ReportType } from './types/report-type.ts'

export const reportLoads: LoadTable = {
  name: sql`report_loads`,
  dayColumn: sql`day`,
  rowTables: [
    { name: sql`activity_facts`, isPartitioned: true },
    { name: sql`revenue_facts`, isPartitioned: true },
    { name: sql`claims` },
    { name: sql`metadata_staging` },
  ],
  getLock: (owner) => `import of ${owner}`,
}

/** A report replaces a unit as a whole. */
export interface ReportUnit {
  type: ReportType['name']
  owner: string
  day: string
}

export interface LoadCandidate extends ReportUnit {
  reportId: string | null
  createTime: Date
  fileName: string
  fileBytes: number
  fileModifiedAt: Date
  sha256: string
  /** Replaces a report of the same id or creation time that has other content. */
  replace: boolean
}

const reportTypeNames = ['activity', 'revenue', 'metadata', 'claims'] as const

const CurrentLoad = z.object({
  loadId: Id,
  type: z.enum(reportTypeNames),
  owner: z.string(),
  day: Day,
  reportId: z.nullable(z.string()),
  createTime: Timestamp,
  fileName: z.string(),
  sha256: z.string(),
  rows: Count,
})
export type CurrentLoad = z.output<typeof CurrentLoad>

const loadColumns = sql`l.id as "loadId",
      c.report_type as type,
      c.owner,
      l.day,
      l.report_id as "reportId",
      l.create_time as "createTime",
      l.file_name as "fileName",
      l.sha256,
      l.row_count as rows`

/** Claims reports are snapshots, so an owner has only one current load of them, of whatever day. */
export async function selectCurrentLoad(
  db: Queryable,
  { type, owner, day }: ReportUnit,
): Promise<CurrentLoad | undefined> {
  const [current] = await db.query(
    CurrentLoad,
    sql`select ${loadColumns}
    from report_current c
    join report_loads l on l.id = c.load_id
    where c.report_type = ${type}
      and c.owner = ${owner}
      and (c.day = ${day} or c.report_type = 'claims')
    order by l.day desc`,
  )
  return current
}

/** New reports of an owner are compared with these. */
export interface PublishedReports {
  findCurrent(unit: ReportUnit): CurrentLoad | undefined
  /** The same report under two owners would count twice. @throws {FileRefusal} */
  refuseReportOfOther(candidate: LoadCandidate): void
}

export async function selectPublishedReports(
  db: Queryable,
  owner: string,
  candidates: readonly LoadCandidate[],
): Promise<PublishedReports> {
  const loads = await db.query(
    CurrentLoad,
    sql`select ${loadColumns}
    from report_current c
    join report_loads l on l.id = c.load_id
    where c.report_type = any(${candidates.map(({ type }) => type)}::text[])
      and (c.day = any(${candidates.map(({ day }) => day)}::date[])
        or (c.report_type = 'claims' and c.owner = ${owner}))
      and (c.owner = ${owner}
        or l.sha256 = any(${candidates.map(({ sha256 }) => sha256)}::text[])
        or l.report_id = any(${candidates.map(({ reportId }) => reportId)}::text[]))
    order by l.day desc, c.owner`,
  )
  return {
    findCurrent: ({ type, day }) =>
      loads.find(
        (load) => load.owner === owner && load.type === type && (load.day === day || type === 'claims'),
      ),
    refuseReportOfOther({ type, day, sha256, reportId }) {
      const other = loads.find(
        (load) =>
          load.owner !== owner &&
          load.type === type &&
          load.day === day &&
          (load.sha256 === sha256 || (reportId !== null && load.reportId === reportId)),
      )
      if (other)
        throw new FileRefusal(
          `the content owner ${other.owner} already has this report (${other.fileName}); importing it would count it twice`,
        )
    },
  }
}

const ImportedFile = z.object({ type: z.enum(reportTypeNames), day: Day, rows: Count })

/** The current load of the same file: same owner, name, size, time of modification and entry in `reports.json`. */
export async function selectImportedFile(
  db: Queryable,
  owner: string,
  { name, bytes, modifiedAt, resource }: InputFile,
): Promise<z.output<typeof ImportedFile> | undefined> {
  const [imported] = await db.query(
    ImportedFile,
    sql`select l.report_type as type,
      l.day,
      l.row_count as rows
    from report_current c
    join report_loads l on l.id = c.load_id
    where c.owner = ${owner}
      and l.file_name = ${name}
      and l.file_bytes = ${bytes}
      and l.file_modified_at = ${modifiedAt}
      and l.report_id is not distinct from ${resource?.id ?? null}
      and l.row_count = coalesce(${resource?.rows ?? null}, l.row_count)`,
  )
  return imported
}

/** A copy of the file was given: from now on it is known by that. */
export async function recordFile(
  db: Queryable,
  loadId: number,
  { fileName, fileBytes, fileModifiedAt }: LoadCandidate,
): Promise<void> {
  await db.execute(
    sql`update report_loads
    set file_name = ${fileName},
      file_bytes = ${fileBytes},
      file_modified_at = ${fileModifiedAt}
    where id = ${loadId}`,
  )
}

/**
 * `reissued`: same content, later creation time.
 * @throws {FileRefusal} when both have the same id or creation time but differ, unless one is to replace the other
 */
export function compareIssue(
  candidate: LoadCandidate,
  current: CurrentLoad | undefined,
): 'new' | 'unchanged' | 'reissued' | 'older' {
  if (!current) return 'new'
  if (candidate.day !== current.day) return candidate.day > current.day ? 'new' : 'older'
  if (candidate.replace && candidate.sha256 !== current.sha256) return 'new'
  if (candidate.reportId !== null && candidate.reportId === current.reportId) {
    if (candidate.sha256 === current.sha256) return 'unchanged'
    throw new FileRefusal(
      `its report ${current.reportId} was imported from ${current.fileName}, with other content (rows: ${current.rows}); if that file was incomplete, import this one with --replace`,
    )
  }
  const newerByMs = candidate.createTime.getTime() - Date.parse(current.createTime)
  if (candidate.sha256 === current.sha256) return newerByMs > 0 ? 'reissued' : 'unchanged'
  if (newerByMs === 0) {
    throw new FileRefusal(
      `${current.fileName} has the same creation time (${current.createTime}) but different content; if this file is the right one, import it with --replace`,
    )
  }
  return newerByMs > 0 ? 'new' : 'older'
}

/** @returns the ids, in order */
export async function insertLoads(
  db: Queryable,
  reports: readonly { candidate: LoadCandidate }[],
): Promise<number[]> {
  const rows = await db.query(
    IdRow,
    sql`insert into report_loads (report_type, owner, day, report_id, create_time, file_name, file_bytes,
      file_modified_at, sha256)
    select type, owner, day, "reportId", "createTime", "fileName", "fileBytes", "fileModifiedAt", sha256
    from jsonb_to_recordset(${JSON.stringify(reports.map(({ candidate }, at) => ({ ...candidate, at })))}::text::jsonb)
      as r (at integer, type text, owner text, day date, "reportId" text, "createTime" timestamptz, "fileName" text,
        "fileBytes" bigint, "fileModifiedAt" timestamptz, sha256 text)
    order by at
    returning id`,
  )
  return rows.map(({ id }) => id)
}

/** The rows of a replaced load are still there. */
export async function replaceCurrentLoads(
  tx: Queryable,
  replaced: readonly CurrentLoad[],
  published: readonly { loadId: number; rows: number }[],
): Promise<void> {
  const replacedIds = replaced.map(({ loadId }) => loadId)
  if (replacedIds.length > 0) {
    await tx.execute(
      sql`update report_loads set state = 'replaced' where id = any(${replacedIds}::integer[])`,
    )
    await tx.execute(sql`delete from report_current where load_id = any(${replacedIds}::integer[])`)
  }
  if (published.length === 0) return
  const ids = published.map(({ loadId }) => loadId)
  await tx.execute(
    sql`update report_loads l
    set state = 'current',
      row_count = p.rows
    from unnest(${ids}::integer[], ${published.map(({ rows }) => rows)}::bigint[]) as p (id, rows)
    where l.id = p.id`,
  )
  await tx.execute(
    sql`insert into report_current (report_type, owner, day, load_id)
    select report_type, owner, day, id
    from report_loads
    where id = any(${ids}::integer[])`,
  )
}

/** Keeps the later creation time, so that a report created in between cannot replace the reissued one. */
export async function recordReissue(db: Queryable, loadId: number, candidate: LoadCandidate): Promise<void> {
  await db.execute(
    sql`update report_loads
    set create_time = ${candidate.createTime},
      report_id = coalesce(${candidate.reportId}, report_id)
    where id = ${loadId}`,
  )
}

const StagedRow = z.object({ loadId: Id })

/**
 * Deletes lines that a lost connection may have written after its load was deleted. Lines are read before loads: those of a load
 * that begins meanwhile are not among them, and a cluster would delete them if one statement did both.
 */
export async function deleteStrayMetadata(db: Database): Promise<void> {
  const staged = await db.query(StagedRow, sql`select distinct load_id as "loadId" from metadata_staging`)
  if (staged.length === 0) return
  const loading = await db.query(IdRow, sql`select id from report_loads where state = 'loading'`)
  const known = new Set(loading.map(({ id }) => id))
  const strays = staged.map(({ loadId }) => loadId).filter((id) => !known.has(id))
  if (strays.length > 0)
    await db.execute(sql`delete from metadata_staging where load_id = any(${strays}::integer[])`)
}
