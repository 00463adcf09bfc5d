import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import type { InputFile } from './input-files.ts'
import type { ReportType } from './types/report-type.ts'

export interface LoadCandidate {
  type: ReportType['name']
  owner: string
  day: string
  reportId: string | null
  createTime: Date
  fileName: string
  fileBytes: number
  fileModifiedAt: Date
  sha256: string
  /** Replaces a report of the same id or creation time that has other content. */
  replace: boolean
}

const CurrentLoad = z.object({
  loadId: Id,
  day: Day,
  reportId: z.nullable(z.string()),
  createTime: Timestamp,
  fileName: z.string(),
  sha256: z.string(),
  rows: Count,
})
export type CurrentLoad = z.output<typeof CurrentLoad>

type LoadUnit = Pick<LoadCandidate, 'type' | 'owner' | 'day'>

/** Claims reports are snapshots, so an owner has only one current load of them. */
const isReplacedBy = ({ type, owner, day }: LoadUnit): Sql =>
  sql`c.report_type = ${type}
      and c.owner = ${owner}
      and (c.day = ${day} or c.report_type = 'claims')`

export async function selectCurrentLoad(
  db: Queryable,
  candidate: LoadUnit,
): Promise<CurrentLoad | undefined> {
  const [current] = await db.query(
    CurrentLoad,
    sql`select l.id as "loadId",
      l.day,
      l.report_id as "reportId",
      l.create_time as "createTime",
      l.file_name as "fileName",
      l.sha256,
      l.row_count as rows
    from report_current c
    join report_loads l on l.id = c.load_id
    where ${isReplacedBy(candidate)}
    order by l.day desc`,
  )
  return current
}

const ImportedFile = z.object({
  type: z.enum(['activity', 'revenue', 'metadata', 'claims']),
  day: Day,
  rows: Count,
})

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

const OtherOwner = z.object({ owner: z.string(), fileName: z.string() })

/** The same report under two owners would count twice. @throws {FileRefusal} */
export async function refuseReportOfOther(db: Queryable, candidate: LoadCandidate): Promise<void> {
  const [other] = await db.query(
    OtherOwner,
    sql`select c.owner,
      l.file_name as "fileName"
    from report_current c
    join report_loads l on l.id = c.load_id
    where c.report_type = ${candidate.type}
      and c.day = ${candidate.day}
      and c.owner <> ${candidate.owner}
      and (l.sha256 = ${candidate.sha256} or l.report_id = ${candidate.reportId})
    order by c.owner
    limit 1`,
  )
  if (other)
    throw new FileRefusal(
      `the same report is there as one of the content owner ${other.owner} (${other.fileName}); it would count twice`,
    )
}

export async function isCurrentLoad(db: Queryable, loadId: number): Promise<boolean> {
  const found = await db.query(
    IdRow,
    sql`select id from report_loads where id = ${loadId} and state = 'current'`,
  )
  return found.length > 0
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

export async function insertLoad(db: Queryable, candidate: LoadCandidate): Promise<number> {
  const { type, owner, day, reportId, createTime, fileName, fileBytes, fileModifiedAt, sha256 } = candidate
  const { id } = await queryOne(
    db,
    IdRow,
    sql`insert into report_loads (report_type, owner, day, report_id, create_time, file_name, file_bytes,
      file_modified_at, sha256)
    values (${type}, ${owner}, ${day}, ${reportId}, ${createTime}, ${fileName}, ${fileBytes}, ${fileModifiedAt}, ${sha256})
    returning id`,
  )
  return id
}

export async function setCurrentLoad(
  tx: Queryable,
  candidate: LoadCandidate,
  loadId: number,
  rows: number,
): Promise<void> {
  const { type, owner, day } = candidate
  await tx.execute(
    sql`update report_loads
    set state = 'replaced'
    where id in (
      select c.load_id
      from report_current c
      where ${isReplacedBy(candidate)}
    )`,
  )
  await tx.execute(
    sql`delete from report_current c
    where ${isReplacedBy(candidate)}`,
  )
  await tx.execute(
    sql`insert into report_current (report_type, owner, day, load_id)
    values (${type}, ${owner}, ${day}, ${loadId})`,
  )
  await updateLoadState(tx, loadId, 'current', rows)
}

export async function updateLoadState(
  tx: Queryable,
  loadId: number,
  state: 'current' | 'replaced',
  rows: number,
): Promise<void> {
  await tx.execute(sql`update report_loads set state = ${state}, row_count = ${rows} where id = ${loadId}`)
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
