import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** A database on the coordinator of a Citus cluster that has workers: server tests then run distributed. */
export const citusUrl = process.env.CITUS_URL

/** The PostgreSQL server of the tests; without one they use the embedded database. */
export const postgresUrl = citusUrl ?? process.env.DATABASE_URL

/** Few, because each test database has them. */
export const shardsPerTable = 4

/** Makes a database on a server, as a copy of another if one is named; on a cluster, on all of its nodes. */
export async function createPostgresDatabase(url: string, template?: string) {
  const name = `hookline_test_${randomBytes(6).toString('hex')}`
  const nodes = citusUrl ? await listNodes(url) : [url]
  if (template && citusUrl) await Promise.all(nodes.map((node) => disconnectAll(node, template)))
  const create = template ? `create database ${name} template ${template}` : `create database ${name}`
  await Promise.all(nodes.map((node) => runAdminStatements(node, create)))
  if (citusUrl && !template) await connectNodes(nodes.map((node) => withDatabaseName(node, name)))
  const drop = `drop database if exists ${name} with (force)`
  return {
    name,
    url: withDatabaseName(url, name),
    remove: async () => void (await Promise.all(nodes.map((node) => runAdminStatements(node, drop)))),
  }
}

/** The coordinator first. */
async function listNodes(url: string): Promise<string[]> {
  const [workers = []] = await runAdminStatements(url, 'select * from citus_get_active_worker_nodes()')
  return [url, ...workers.map(({ node_name, node_port }) => withAddress(url, `${node_name}:${node_port}`))]
}

/** Citus's own connections would keep a database from being copied. */
const disconnectAll = (url: string, name: string) =>
  runAdminStatements(
    url,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  )

async function connectNodes(urls: readonly string[]): Promise<void> {
  await Promise.all(urls.map((url) => runAdminStatements(url, 'create extension citus')))
  const [coordinator = '', ...workers] = urls
  for (const url of workers) {
    const { hostname, port } = new URL(url)
    await runAdminStatements(coordinator, `select citus_add_node('${hostname}', ${port})`)
  }
}

async function runAdminStatements(url: string, ...statements: string[]) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const results = []
    for (const statement of statements) results.push(await sql.unsafe(statement))
    return results
  } finally {
    await sql.end()
  }
}

function withAddress(url: string, host: string): string {
  const address = new URL(url)
  address.host = host
  return address.href
}

function withDatabaseName(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
