import * as z from 'zod/mini'
import type { Database, Queryable } from './database.ts'
import { Count, CountRow, queryOne } from './rows.ts'
import { quoteName, sql } from './sql.ts'

/**
 * Places each table on a Citus cluster. Distributed tables are co-located by channel_id, which is in each of their
 * keys: joins by channel stay on one worker. Local tables are on the coordinator; a statement that joins them with
 * distributed ones sends the rows it needs to the workers. Partitions follow their parent.
 */
export const tablePlacements = {
  distributed: [
    'activity_facts',
    'affected_channel_months',
    'affected_channels',
    'affected_months',
    'affected_videos',
    'changed_channels',
    'changed_videos',
    'channel_daily',
    'channel_month',
    'channel_owners',
    'channel_period',
    'claims',
    'country_daily',
    'metadata_staging',
    'month_lines',
    'month_sums',
    'month_taxes',
    'rebuilt_channels',
    'revenue_facts',
    'staged_channel_period',
    'staged_video_period',
    'video_daily',
    'video_month',
    'video_period',
    'videos',
  ],
  local: [
    'accepted_gaps',
    'accounts',
    'adoptions',
    'affected_tracks',
    'assignments',
    'audit_log',
    'challenges',
    'changed_claims',
    'changed_catalog',
    'changed_days',
    'channel_requests',
    'channel_reviews',
    'channel_tags',
    'channels',
    'closed_channel_dismissals',
    'email_link_tokens',
    'email_links',
    'exchange_rates',
    'exported_payouts',
    'favorites',
    'fee_rates',
    'fetched_reports',
    'hidden_pages',
    'imported_members',
    'incomplete_days',
    'installation_grants',
    'known_devices',
    'ledger_entries',
    'linked_sign_ins',
    'mail_preferences',
    'mail_suppressions',
    'mails',
    'manual_entries',
    'member_imports',
    'metadata_channels',
    'migrations',
    'month_loads',
    'month_parts',
    'month_payments',
    'month_targets',
    'months',
    'moods',
    'network_daily',
    'network_periods',
    'network_revisions',
    'notice_reads',
    'notices',
    'operator_alerts',
    'operator_links',
    'partner_keys',
    'passkeys',
    'payee_tax_ids',
    'payees',
    'payment_exports',
    'payment_info',
    'payment_results',
    'payout_shares',
    'payouts',
    'provider_sign_ins',
    'question_messages',
    'questions',
    'rate_limit_windows',
    'recovery_codes',
    'repeatable_scripts',
    'report_current',
    'report_loads',
    'report_state',
    'reporting_jobs',
    'saved_views',
    'security_events',
    'sessions',
    'shared_reports',
    'sign_in_attempts',
    'sign_in_codes',
    'sign_in_providers',
    'site_homes',
    'site_images',
    'site_pages',
    'sites',
    'staged_track_period',
    'statements',
    'tagged_channels',
    'track_changes',
    'track_channels',
    'track_daily',
    'track_downloads',
    'track_files',
    'track_moods',
    'track_order',
    'track_period',
    'tax_invoices',
    'totp_secrets',
    'trace_outbox',
    'tracks',
    'unsubscribe_tokens',
    'used_request_ids',
    'waiting_marks',
    'weekly_track_ranks',
    'withholding_rates',
    'youtube_authorizations',
    'youtube_connections',
    'youtube_quota',
    'youtube_quota_shares',
  ],
} as const satisfies Record<string, readonly string[]>

const Extension = z.object({ exists: z.boolean() })

const Cluster = z.object({
  version: z.string(),
  isWorker: z.boolean(),
  workers: Count,
  tables: z.array(z.string()),
  /** All tables have the same number, because they are co-located; 0 without tables. */
  shards: Count,
})
export type Cluster = z.output<typeof Cluster>

/** Null on a server without the Citus extension. */
export async function findCluster(db: Pick<Queryable, 'query'>): Promise<Cluster | null> {
  const { exists } = await queryOne(
    db,
    Extension,
    sql`select exists (select from pg_extension where extname = 'citus') as exists`,
  )
  if (!exists) return null
  return queryOne(
    db,
    Cluster,
    sql`select e.extversion as version,
      (select groupid <> 0 from pg_dist_local_group) as "isWorker",
      (select count(*) from citus_get_active_worker_nodes()) as workers,
      coalesce(t.names, '{}') as tables,
      coalesce(t.shards, 0) as shards
    from pg_extension e
    cross join (
      select array_agg(c.relname::text order by c.relname) as names,
        max((select count(*) from pg_dist_shard d where d.logicalrelid = c.oid)) as shards
      from pg_dist_partition p
      join pg_class c on c.oid = p.logicalrelid
      where p.partmethod = 'h'
        and not c.relispartition
    ) t
    where e.extname = 'citus'`,
  )
}

/**
 * Lets a transaction change the schema of several distributed tables: after a statement that runs on all shards at the same
 * time, a cluster refuses to change functions. Without a cluster, it does nothing.
 */
export async function changeShardsInTurn(tx: Queryable): Promise<void> {
  if (await findCluster(tx)) await tx.execute(sql`set local citus.multi_shard_modify_mode to 'sequential'`)
}

export interface DistributedTable {
  table: string
  isNew: boolean
  rows: number
  ms: number
}

interface DistributionOptions {
  shards: number
  signal?: AbortSignal | undefined
  /** Called in the transaction that distributes a table. */
  recordChange?(tx: Queryable, table: string): Promise<void>
  onTable?(result: DistributedTable): void
}

/**
 * Converts the tables one by one, with their rows, each in a transaction of its own. Idempotent: an interrupted run is
 * continued by the next one. Requires a cluster.
 */
export async function distributeTables(
  db: Database,
  { shards, signal, recordChange, onTable }: DistributionOptions,
): Promise<DistributedTable[]> {
  const distributed = new Set((await findCluster(db))?.tables)
  const [first] = tablePlacements.distributed
  const results: DistributedTable[] = []
  for (const table of tablePlacements.distributed) {
    signal?.throwIfAborted()
    const started = performance.now()
    const isNew = !distributed.has(table)
    if (isNew)
      await db.transaction(async (tx) => {
        await tx.execute(
          table === first
            ? sql`select create_distributed_table(${table}, 'channel_id', colocate_with => 'none', shard_count => ${shards})`
            : sql`select create_distributed_table(${table}, 'channel_id', colocate_with => ${first})`,
        )
        await recordChange?.(tx, table)
      })
    await truncateLocalRows(db, table)
    if (isNew) await db.execute(sql`analyze ${quoteName(table)}`)
    const { count: rows } = await queryOne(
      db,
      CountRow,
      sql`select count(*) as count from ${quoteName(table)}`,
    )
    const result = { table, isNew, rows, ms: performance.now() - started }
    onTable?.(result)
    results.push(result)
  }
  return results
}

const LocalRows = z.object({ exist: z.boolean() })

/** Citus copies the rows to the shards and leaves the originals on the coordinator, where no statement sees them. */
async function truncateLocalRows(db: Queryable, table: string): Promise<void> {
  const { exist } = await queryOne(
    db,
    LocalRows,
    sql`select coalesce(sum(pg_relation_size(relid)), 0) > 0 as exist from pg_partition_tree(${table})`,
  )
  if (exist) await db.execute(sql`select truncate_local_data_after_distributing_table(${table})`)
}
