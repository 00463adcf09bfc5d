// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such text is what is looked through
import { expect, test } from 'vitest'
import { findInterpolatedQueries } from '../../scripts/query-check.ts'

const buildQueryCall = (name: string, generics: string, text: string) =>
  `a\nawait db.${name}${generics}(\n  \`${text}\`, [])`

test.each([
  ['query', ''],
  ['exec', ''],
  ['unsafe', ''],
  ['query', '<Row>'],
  ['query', `<Omit<A, 'x'> & B>`],
  ['query', '<{ a: Map<string, Set<number>>; b: (c: string) => void }>'],
  ['query', `<Pick<A, 'x>' | "y<"> & B[]>`],
  ['query', ' <A>'],
])('a value in the template of %s%s is found', (name, generics) => {
  expect(findInterpolatedQueries(buildQueryCall(name, generics, 'select 1 where id = ${id}'))).toEqual([2])
  expect(findInterpolatedQueries(buildQueryCall(name, generics, 'select 1 where id = $1'))).toEqual([])
})

test('a template that is not the query is none of its business', () => {
  expect(
    findInterpolatedQueries('db.query<A>(text, [`${a}`]); print(`${b}`); x.query < 3; y.exec > 2'),
  ).toEqual([])
})

test('an escaped backtick does not end the template', () => {
  expect(findInterpolatedQueries('db.query(`a \\` b ${c}`)')).toEqual([1])
})

test('all of a file are found', () => {
  expect(findInterpolatedQueries('db.query(`${a}`)\ndb.query(`b`)\n\ndb.exec(`c ${d}`)')).toEqual([1, 4])
})

test('a dollar that is escaped is text', () => {
  expect(findInterpolatedQueries('db.query(`a \\${b}`)')).toEqual([])
})
