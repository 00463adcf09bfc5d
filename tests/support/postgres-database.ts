import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** A database on the coordinator of a Citus cluster with workers: server tests then run distributed. */
export const citusUrl = process.env.CITUS_URL

/** The PostgreSQL server for the tests; without one they use the embedded database. */
export const postgresUrl = citusUrl ?? process.env.DATABASE_URL

/** A small number, because each test database has this many. */
export const shardsPerTable = 4

/** Creates a database on a server, optionally as a copy of another; on a cluster, it creates it on all nodes. */
export async function createPostgresDatabase(url: string, template?: string) {
  const name = `hookline_test_${randomBytes(6).toString('hex')}`
  const nodes = citusUrl ? await listNodes(url) : [url]
  await Promise.all(nodes.map((node) => createOn(node, name, template)))
  if (citusUrl && !template) await connectNodes(nodes.map((node) => withDatabaseName(node, name)))
  return {
    name,
    url: withDatabaseName(url, name),
    remove: async () => void (await Promise.all(nodes.map((node) => dropOn(node, name)))),
  }
}

/** Lists the coordinator first. */
async function listNodes(url: string): Promise<string[]> {
  const [workers = []] = await runAdminStatements(url, 'select * from citus_get_active_worker_nodes()')
  return [url, ...workers.map(({ node_name, node_port }) => withAddress(url, `${node_name}:${node_port}`))]
}

const createOn = (url: string, name: string, template: string | undefined) =>
  template
    ? runWhenUnused(url, template, `create database ${name} template ${template}`)
    : runAdminStatements(url, `create database ${name}`)

const dropOn = (url: string, name: string) =>
  runWhenUnused(url, name, `drop database if exists ${name} with (force)`)

const objectInUse = '55006'

/** Retries, because Citus's maintenance process keeps connecting to every database, and takes its time to leave. */
async function runWhenUnused(url: string, database: string, statement: string, attempts = 10): Promise<void> {
  const disconnect = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`
  try {
    await runAdminStatements(url, disconnect, statement)
  } catch (error) {
    if (attempts === 1 || (error as { code?: string }).code !== objectInUse) throw error
    await runWhenUnused(url, database, statement, attempts - 1)
  }
}

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
