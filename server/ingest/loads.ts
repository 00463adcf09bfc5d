import type { Queryable } from '#server/db/database.ts'
import { FileRefusal } from '#server/files/file-refusal.ts'
import type { ReportType } from './report-type.ts'

/** A file of one report type, owner and day, as it is about to be taken in. */
export interface LoadCandidate {
  type: ReportType['name']
  owner: string
  day: string
  /** The platform's id of the report, where it is known. */
  reportId: string | null
  createTime: Date
  fileName: string
  sha256: string
}

export interface CurrentLoad {
  loadId: number
  day: string
  reportId: string | null
  createTime: string
  fileName: string
  sha256: string
  rows: number
}

/** The load that counts for a unit; of claims, which are a snapshot, the owner's only one. */
export async function selectCurrentLoad(
  db: Queryable,
  candidate: LoadCandidate,
): Promise<CurrentLoad | undefined> {
  const [current] = await db.query<CurrentLoad>(
    `select l.id as "loadId",
      l.day,
      l.report_id as "reportId",
      l.create_time as "createTime",
      l.file_name as "fileName",
      l.sha256,
      l.row_count as rows
    from report_current c
    join report_loads l on l.id = c.load_id
    where c.report_type = $1
      and c.owner = $2
      and (c.day = $3 or c.report_type = 'claims')
    order by l.day desc`,
    [candidate.type, candidate.owner, candidate.day],
  )
  return current
}

/** Whether a load is one that counts. */
export async function isCurrentLoad(db: Queryable, loadId: number): Promise<boolean> {
  return (
    (await db.query(`select id from report_loads where id = $1 and state = 'current'`, [loadId])).length > 0
  )
}

/**
 * Whether a file brings something new. `again`: the same content was issued anew, so only its time is to be noted.
 * @throws {FileRefusal} when the file and what is there were created at the same time and differ
 */
export function compareIssue(
  candidate: LoadCandidate,
  current: CurrentLoad | undefined,
): 'new' | 'unchanged' | 'reissued' | 'older' {
  if (!current) return 'new'
  if (candidate.day !== current.day) return candidate.day > current.day ? 'new' : 'older'
  if (candidate.reportId !== null && candidate.reportId === current.reportId) return 'unchanged'
  const newerByMs = candidate.createTime.getTime() - Date.parse(current.createTime)
  if (candidate.sha256 === current.sha256) return newerByMs > 0 ? 'reissued' : 'unchanged'
  if (newerByMs === 0) {
    throw new FileRefusal(
      `${current.fileName} has the same creation time (${current.createTime}) and other content; if this file is the newer one, import it alone with --created and a later time`,
    )
  }
  return newerByMs > 0 ? 'new' : 'older'
}

/** Begins a load that nobody sees yet. */
export async function insertLoad(db: Queryable, candidate: LoadCandidate): Promise<number> {
  const [load] = await db.query<{ id: number }>(
    `insert into report_loads (report_type, owner, day, report_id, create_time, file_name, sha256)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id`,
    [
      candidate.type,
      candidate.owner,
      candidate.day,
      candidate.reportId,
      candidate.createTime.toISOString(),
      candidate.fileName,
      candidate.sha256,
    ],
  )
  if (!load) throw new Error('The load was not noted.')
  return load.id
}

/** Makes a load the one that counts. */
export async function setCurrentLoad(
  tx: Queryable,
  candidate: LoadCandidate,
  loadId: number,
  rows: number,
): Promise<void> {
  await tx.query(
    `update report_loads
    set state = 'replaced'
    where id in (
      select load_id
      from report_current
      where report_type = $1
        and owner = $2
        and (day = $3 or report_type = 'claims')
    )`,
    [candidate.type, candidate.owner, candidate.day],
  )
  await tx.query(
    `delete from report_current
    where report_type = $1
      and owner = $2
      and (day = $3 or report_type = 'claims')`,
    [candidate.type, candidate.owner, candidate.day],
  )
  await tx.query('insert into report_current (report_type, owner, day, load_id) values ($1, $2, $3, $4)', [
    candidate.type,
    candidate.owner,
    candidate.day,
    loadId,
  ])
  await updateLoadState(tx, loadId, 'current', rows)
}

export async function updateLoadState(
  tx: Queryable,
  loadId: number,
  state: 'current' | 'replaced',
  rows: number,
): Promise<void> {
  await tx.query('update report_loads set state = $2, row_count = $3 where id = $1', [loadId, state, rows])
}

/** Notes that a content was issued again later, so that what was issued in between cannot replace it. */
export async function recordReissue(db: Queryable, loadId: number, candidate: LoadCandidate): Promise<void> {
  await db.query(
    `update report_loads
    set create_time = $2,
      report_id = coalesce($3, report_id)
    where id = $1`,
    [loadId, candidate.createTime.toISOString(), candidate.reportId],
  )
}
