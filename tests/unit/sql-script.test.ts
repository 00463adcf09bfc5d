import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { splitStatements } from '#server/platform/db/sql-script.ts'

test('a script is split where its statements end, and nowhere else', () => {
  const statements = [
    "-- the first; of several\ncreate table a (id integer default 1 - 1, name text default 'it''s; --')",
    '\ncreate function f() returns void language sql as $$ delete from a; delete from b; $$',
    '\ncreate function g() returns text language sql as $body$ select $$;$$; $body$',
    '\ncomment on column a."odd;name" is null',
  ]
  expect(splitStatements(`${statements.join(';')};\n-- the end; really\n`)).toEqual(statements)
})

test('nothing of our scripts is lost', async () => {
  const folder = new URL('../../server/platform/db/', import.meta.url)
  const scripts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql'))
  expect(scripts.length).toBeGreaterThan(40)
  for (const name of scripts) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const statements = splitStatements(text)
    expect([name, ...statements.filter((one) => /^\s*(?:--.*\s+)*[a-z]+ /.test(one))]).toEqual([
      name,
      ...statements,
    ])
    const isWhitespace = (left: string) => left.replaceAll(/--.*/g, '').replaceAll(';', '').trim() === ''
    const rest = statements.reduce((left, statement) => left.replace(statement, () => ''), text)
    expect([name, isWhitespace(rest)]).toEqual([name, true])
  }
})
