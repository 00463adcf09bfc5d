import type { Queryable } from '#server/platform/db/database.ts'
import { queryRaw } from './raw-sql.ts'

interface CatalogEntry {
  kind: string
  name: string
  definition: string
}

/**
 * Dumps the schema for comparisons. Omits the order of columns and the names of not-null constraints, which mean
 * nothing, and partitions, which follow from the data.
 */
export const dumpCatalog = (db: Queryable): Promise<CatalogEntry[]> =>
  queryRaw<CatalogEntry>(
    db,
    `with relations as (
      select c.oid, c.relname::text as name, c.relkind::text as kind
      from pg_class c
      left join pg_index i on i.indexrelid = c.oid
      left join pg_class indexed on indexed.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace
        and not c.relispartition
        and indexed.relispartition is not true
    )
    select 'relation' as kind, r.name, concat_ws(' ', r.kind, pg_get_partkeydef(r.oid)) as definition
    from relations r
    union all
    select 'column', r.name || '.' || a.attname,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        nullif(a.attidentity::text, ''), pg_get_expr(d.adbin, d.adrelid),
        case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end)
    from relations r
    join pg_attribute a on a.attrelid = r.oid
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid
      and d.adnum = a.attnum
    where r.kind in ('r', 'p', 'v')
      and a.attnum > 0
      and not a.attisdropped
    union all
    select 'constraint', r.name || '.' || c.conname, pg_get_constraintdef(c.oid)
    from relations r
    join pg_constraint c on c.conrelid = r.oid
    where c.contype <> 'n'
    union all
    select 'index', r.name, pg_get_indexdef(r.oid)
    from relations r
    where r.kind in ('i', 'I')
    union all
    select 'view', r.name, pg_get_viewdef(r.oid)
    from relations r
    where r.kind = 'v'
    union all
    select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid)
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
    union all
    select 'trigger', r.name || '.' || t.tgname, pg_get_triggerdef(t.oid)
    from relations r
    join pg_trigger t on t.tgrelid = r.oid
    where not t.tgisinternal
    order by 1, 2`,
  )
