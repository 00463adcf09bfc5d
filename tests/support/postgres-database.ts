import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** The PostgreSQL server of the tests; without one they use the embedded database. */
export const postgresUrl = process.env.DATABASE_URL

/** Makes a database on a server, as a copy of another if one is named. */
export async function createPostgresDatabase(url: string, template?: string) {
  const name = `hookline_test_${randomBytes(6).toString('hex')}`
  await runAdminStatement(
    url,
    template ? `create database ${name} template ${template}` : `create database ${name}`,
  )
  return {
    name,
    url: withDatabaseName(url, name),
    remove: () => runAdminStatement(url, `drop database if exists ${name} with (force)`),
  }
}

async function runAdminStatement(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}

function withDatabaseName(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
