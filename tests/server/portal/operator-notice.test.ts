// @module-tag extended
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMe } from '#contract/people/session.ts'
import { listNotices, readNotice } from '#contract/portal/notices.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let api: Api
let folder: string
let token: string

beforeAll(async () => {
  api = await startApi()
  folder = await mkdtemp(join(tmpdir(), 'hookline-notices-'))
  await createSite(api.db, 'list.test', true)
  await createAccount(api.db, await createSite(api.db), 'boss@example.test')
  await queryRaw(api.db, `update accounts set created_at = now() - interval '1 day'`)
  token = await signIn(api, 'boss@example.test')
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  api.clock.now = new Date()
  await execAsOwner(api.db, 'truncate notices, audit_log restart identity cascade')
})

/** Writes a notice's file. @returns its path */
async function writeNoticeFile(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return path
}

const writeKorean = () =>
  writeNoticeFile('spring.ko.mdx', '---\ntitle: "봄: 새 음악"\n---\n\n새 음악을 더했습니다.\n')
const writeEnglish = () => writeNoticeFile('spring.en.md', '# Spring\n\nThere is **new** music.\n')

const runNotice = (...args: string[]) => runOperator(api.db, 'notice', ...args)
const runPublish = (...args: string[]) => runNotice('publish', ...args, '--site', 'example.test')
const selectNotices = () =>
  queryRaw<{ id: number; title: object; body: object; pinned: boolean; edited_at: string | null }>(
    api.db,
    'select id, title, body, pinned, edited_at from notices order by id',
  )
const listAuditRows = () =>
  queryRaw<{ action: string; subject: string; detail: object }>(
    api.db,
    `select action, subject || ' ' || subject_id as subject, detail from audit_log where actor = 'operator' order by id`,
  )
const listShownTitles = async (language = 'ko', now = new Date()) => {
  api.clock.now = now
  return (await api.call(listNotices, { token, language })).notices.map(({ title }) => title)
}

/** Runs a command that must fail without any effect. */
async function expectRefused(args: string[], message: RegExp): Promise<void> {
  const before = JSON.stringify([await selectNotices(), await listAuditRows()])
  await expect(runNotice(...args)).rejects.toThrow(message)
  expect(JSON.stringify([await selectNotices(), await listAuditRows()])).toBe(before)
}

describe('every command', () => {
  test.each(['publish', 'edit', 'pin', 'unpin', 'withdraw', 'restore', 'list', 'show'])(
    'notice %s has help with an example and its exit statuses',
    async (name) => {
      const { status, text } = await runNotice(name, '--help')
      expect(status).toBe(0)
      expect(text).toContain(`Usage: npm run operator -- notice ${name}`)
      expect(text).toMatch(/^Examples:$/m)
      expect(text).toMatch(/^Exit status: 0 /m)
    },
  )

  test.each(['edit', 'pin', 'unpin', 'withdraw', 'restore', 'show'])(
    'notice %s needs a notice that there is',
    async (name) => {
      const path = await writeKorean()
      const more = name === 'edit' ? [path] : []
      await expectRefused([name], /Missing required argument 'id'/)
      await expectRefused([name, 'first', ...more], /argument 'id'. Expected an id/)
      await expectRefused([name, '7', ...more], /There is no notice 7/)
    },
  )
})

describe('publish', () => {
  test('shows it at once, in the languages of the files', async () => {
    const { status, lines } = await runPublish(await writeKorean(), await writeEnglish())
    expect(status).toBe(0)
    expect(lines).toEqual([
      expect.stringMatching(
        /^1 {2}example\.test {2}published \d{4}-\d\d-\d\d \d\d:\d\d {2}ko en; zh-CN zh-TW get ko {2}봄: 새 음악$/,
      ),
    ])
    expect(await listShownTitles('ko')).toEqual(['봄: 새 음악'])
    expect(await listShownTitles('en')).toEqual(['Spring'])
    expect(await listShownTitles('zh-TW')).toEqual(['봄: 새 음악'])
    const { notice: read } = await api.call(readNotice, { token, language: 'en', query: { id: 1 } })
    expect(read.blocks).toEqual([
      {
        kind: 'paragraph',
        children: [
          { kind: 'text', text: 'There is ' },
          { kind: 'strong', children: [{ kind: 'text', text: 'new' }] },
          { kind: 'text', text: ' music.' },
        ],
      },
    ])
    expect((await api.call(readMe, { token })).user.unread_notices).toBe(1)
    expect(await listAuditRows()).toEqual([
      {
        action: 'notice publish',
        subject: 'notice 1',
        detail: {
          before: null,
          after: { title: { ko: '봄: 새 음악', en: 'Spring' }, pinned: false, at: expect.any(String) },
        },
      },
    ])
  })

  test('takes the language from the front matter, the file’s name or its folder', async () => {
    const paths = [
      await writeNoticeFile('a/plain.md', '---\nlanguage: zh-cn\n---\n# 标题\n\n内容'),
      await writeNoticeFile('a/name.ZH-tw.md', '# 標題\n\n內容'),
      await writeNoticeFile('en/spring.mdx', '# Spring\n\nWords'),
      await writeNoticeFile('en/spring.ko.mdx', '# 봄\n\n글'),
    ]
    await runPublish(...paths)
    expect((await selectNotices())[0]?.title).toEqual({
      ko: '봄',
      en: 'Spring',
      'zh-CN': '标题',
      'zh-TW': '標題',
    })
  })

  test('takes the title from the front matter or the first heading, which is not repeated', async () => {
    await runPublish(await writeNoticeFile('t.ko.md', 'Before\n\n# The *title*\n\nAfter'))
    await runPublish(await writeNoticeFile('t.ko.md', '---\ntitle: Given\n---\n# Another\n\nText'))
    await runPublish(await writeNoticeFile('t.ko.md', '---\ntitle: Given\n---\n# Given\n\nOther text'))
    expect(await selectNotices()).toMatchObject([
      { title: { ko: 'The title' }, body: { ko: 'Before\n\n\n\nAfter' } },
      { title: { ko: 'Given' }, body: { ko: '# Another\n\nText' } },
      { title: { ko: 'Given' }, body: { ko: 'Other text' } },
    ])
  })

  test('at a time: by the option, else by the file', async () => {
    const later = await writeNoticeFile(
      'later.ko.md',
      '---\npublish_at: 2031-12-01T09:00+09:00\npinned: true\n---\n# 나중\n\n글',
    )
    const { lines } = await runPublish(later)
    expect(lines[0]).toContain('scheduled 2031-12-01 00:00, pinned')
    expect(await listShownTitles()).toEqual([])
    await queryRaw(
      api.db,
      `update sessions set created_at = '2031-11-30', expires_at = '2031-12-05T00:00:00Z'`,
    )
    expect(await listShownTitles('ko', new Date('2031-11-30T23:59:59Z'))).toEqual([])
    expect(await listShownTitles('ko', new Date('2031-12-01T00:00:00Z'))).toEqual(['나중'])
    const [first] = (await runPublish(await writeKorean(), '--at', '2032-01-01T00:00Z', '--pin')).lines
    expect(first).toContain('scheduled 2032-01-01 00:00, pinned')
  })

  test('a time in the past causes a warning and is stored', async () => {
    const { status, lines } = await runPublish(await writeKorean(), '--at', '2026-01-02T09:00+09:00')
    expect(status).toBe(0)
    expect(lines[0]).toMatch(/^warning: 2026-01-02T00:00:00.000Z is in the past/)
    expect(lines[1]).toContain('published 2026-01-02 00:00')
  })

  test('on several sites, or on all', async () => {
    const { lines } = await runNotice(
      'publish',
      await writeKorean(),
      '--site',
      'example.test',
      '--site',
      'WWW.list.test',
    )
    expect(lines.map((line) => line.split('  ')[1])).toEqual(['example.test', 'list.test'])
    expect((await runNotice('publish', await writeEnglish(), '--all-sites')).lines).toHaveLength(2)
    expect(await selectNotices()).toHaveLength(4)
  })

  test('the same again is not published again where it is already', async () => {
    await runPublish(await writeKorean(), await writeEnglish())
    const again = await runNotice('publish', await writeEnglish(), await writeKorean(), '--all-sites')
    expect(again.status).toBe(0)
    expect(again.lines.map((line) => line.startsWith('already published: 1 '))).toEqual([false, true])
    expect(await selectNotices()).toHaveLength(2)
    await runNotice('withdraw', '1')
    expect((await runPublish(await writeKorean(), await writeEnglish())).text).not.toMatch(
      /already published/,
    )
    await runPublish(await writeKorean())
    expect(await selectNotices()).toHaveLength(4)
  })

  test('two who publish the same at the same time publish it once', async () => {
    const path = await writeKorean()
    await Promise.all([runPublish(path), runPublish(path), runPublish(path)])
    expect(await selectNotices()).toHaveLength(1)
  })

  test('--check only says what it would do', async () => {
    const { status, lines } = await runPublish(await writeKorean(), '--check')
    expect(status).toBe(0)
    expect(lines[0]).toMatch(/^would publish: example\.test {2}published .* ko; en zh-CN zh-TW get ko/)
    expect(await selectNotices()).toEqual([])
    expect(await listAuditRows()).toEqual([])
  })

  test('warns about what is not shown as intended, with its line', async () => {
    const path = await writeNoticeFile(
      'html.ko.md',
      [
        '---\ntitle: T\n---\nimport A from "./a"\n',
        'a <b>c</b> {1 + 1}\n',
        '![the cover](cover.png)\n',
        '[x](javascript:alert(1))\n',
        '<script>\nalert(1)\n</script>\n\n<!-- fine -->\n',
      ].join('\n'),
    )
    const { status, lines } = await runPublish(path)
    expect(status).toBe(0)
    expect(lines.slice(0, -1).map((line) => line.replace(/^.*html\.ko\.md, /, ''))).toEqual([
      'line 4: an import or export is shown as text.',
      'line 6: the tag <b> is dropped.',
      'line 6: an expression in braces is shown as text.',
      'line 8: the image is replaced by its text “the cover”.',
      'line 10: the link to javascript:alert(1) is shown as text: links must be https://…, http://…, mailto:… or /… on the site.',
      'line 12: the tag <script> is dropped.',
    ])
  })

  test('reports every error of every file and publishes nothing', async () => {
    const { status, lines } = await runPublish(
      await writeKorean(),
      await writeNoticeFile('none.md', '# T\n\ntext'),
      await writeNoticeFile('title.en.md', 'text alone'),
      await writeNoticeFile('empty.zh-CN.md', '# T\n'),
      await writeNoticeFile(
        'fields.zh-TW.md',
        '---\ntitle: 12\npinned: yes\npublish_at: 2026-12-01 09:00\ncolor: red\n---\ntext',
      ),
      await writeNoticeFile('yaml.ko.md', '---\ntitle: a: b\n---\ntext'),
      await writeNoticeFile('open.ko.md', '---\ntitle: a\n'),
      await writeNoticeFile('notes.txt', 'text'),
      await writeNoticeFile('bytes.ko.md', Uint8Array.of(0xff, 0xfe)),
      await writeNoticeFile('nul.ko.md', '# T\n\na\0b'),
      await writeNoticeFile('long.ko.md', `# T\n\n${'가'.repeat(40_000)}`),
      await writeNoticeFile('longtitle.ko.md', `# ${'가'.repeat(201)}\n\na`),
      join(folder, 'absent.ko.md'),
      join(folder, 'en'),
    )
    expect(status).toBe(1)
    expect(lines.map((line) => line.replace(`${folder}/`, ''))).toEqual([
      expect.stringMatching(/^none\.md, line 1: its language is missing: write language: ko/),
      expect.stringMatching(/^title\.en\.md, line 1: it has no title: write title: …/),
      'empty.zh-CN.md, line 1: there is no text below the title.',
      'fields.zh-TW.md, line 2: title must be text: put it in quotes.',
      'fields.zh-TW.md, line 3: pinned must be true or false.',
      expect.stringMatching(
        /^fields\.zh-TW\.md, line 4: publish_at is invalid. The time zone is missing: 2026-12-01T09:00\+09:00 /,
      ),
      expect.stringMatching(/^fields\.zh-TW\.md, line 5: color is not a known field \(language, title/),
      expect.stringMatching(/^yaml\.ko\.md, line 2: the front matter is not valid YAML: .*quote/),
      expect.stringMatching(/^open\.ko\.md, line 1: the front matter has no end/),
      expect.stringMatching(/^notes\.txt, line 1: is not a Markdown file/),
      'bytes.ko.md, line 1: is not UTF-8.',
      'nul.ko.md, line 1: contains a NUL character.',
      'long.ko.md, line 1: is larger than 100 kB.',
      'longtitle.ko.md, line 1: the title is longer than 200 characters.',
      'absent.ko.md, line 1: does not exist.',
      expect.stringMatching(/^en, line 1: is not a Markdown file/),
      'Nothing was published.',
    ])
    expect(await selectNotices()).toEqual([])
  })

  test('files that disagree are faults', async () => {
    const { status, text } = await runPublish(
      await writeKorean(),
      await writeNoticeFile('other.ko.md', '---\npinned: true\n---\n# T\n\na'),
      await writeNoticeFile(
        'third.en.md',
        '---\npinned: false\npublish_at: 2031-01-01T00:00Z\n---\n# T\n\na',
      ),
      await writeNoticeFile('fourth.zh-CN.md', '---\npublish_at: 2031-01-02T00:00Z\n---\n# T\n\na'),
    )
    expect(status).toBe(1)
    expect(text).toMatch(/other\.ko\.md: .*spring\.ko\.mdx is also in ko/)
    expect(text).toMatch(/third\.en\.md: its pinned differs from that of .*other\.ko\.md/)
    expect(text).toMatch(/fourth\.zh-CN\.md: its publish_at differs from that of .*third\.en\.md/)
    expect(await selectNotices()).toEqual([])
  })

  test.each([
    [['publish'], /Missing required argument 'file'/],
    [['publish', 'a.ko.md'], /Say where to publish: --site/],
    [['publish', 'a.ko.md', '--site', 'a.test', '--all-sites'], /Say where to publish: --site/],
    [['publish', 'a.ko.md', '--site', 'http://a.test/'], /'--site <domain>'.* Expected a domain/],
    [
      ['publish', 'a.ko.md', '--all-sites', '--at', 'tomorrow'],
      /'--at <time>'.* Expected a time with its time zone/,
    ],
    [
      ['publish', 'a.ko.md', '--all-sites', '--at', '2026-12-01T09:00'],
      /'--at <time>'.* The time zone is missing/,
    ],
    [
      ['publish', 'a.ko.md', '--all-sites', '--at', '2026-02-30T09:00Z'],
      /'--at <time>'.* Expected a time with its time zone/,
    ],
    [
      ['publish', 'a.ko.md', '--all-sites', '--at', '2026-02-20T25:00Z'],
      /'--at <time>'.* There is no such time/,
    ],
    [['list', 'all'], /Too many arguments/],
    [['list', '--site', 'nowhere.test'], /no site nowhere\.test/],
    [['show', '1', '2'], /Too many arguments/],
    [['pin', '1', '2'], /Too many arguments/],
    [['edit', '1'], /Missing required argument 'file'/],
  ])('%j is refused', expectRefused)

  test('an unknown site is refused before anything is published on another', async () => {
    await expectRefused(
      ['publish', await writeKorean(), '--site', 'example.test', '--site', 'nowhere.test'],
      /no site nowhere/,
    )
  })
})

describe('afterwards', () => {
  test('edit replaces the languages of the files and says so to readers', async () => {
    await runPublish(await writeKorean(), await writeEnglish())
    const same = await runNotice('edit', '1', await writeKorean())
    expect(same.lines[0]).toMatch(/^unchanged: 1 /)
    expect((await selectNotices())[0]?.edited_at).toBeNull()
    const changed = await runNotice(
      'edit',
      '1',
      await writeNoticeFile('new.en.md', '# Spring\n\nOther words'),
    )
    expect(changed.lines[0]).toMatch(/^changed: 1 .*, edited \d{4}-/)
    expect((await selectNotices())[0]).toMatchObject({
      title: { ko: '봄: 새 음악', en: 'Spring' },
      body: { ko: '새 음악을 더했습니다.', en: 'Other words' },
      edited_at: expect.any(String),
    })
    await runNotice('edit', '1', await writeNoticeFile('new.zh-CN.md', '# 春\n\n内容'))
    expect(await listShownTitles('zh-CN')).toEqual(['春'])
    expect((await listAuditRows()).slice(1)).toEqual([
      {
        action: 'notice edit',
        subject: 'notice 1',
        detail: { before: { body_en: 'There is **new** music.' }, after: { body_en: 'Other words' } },
      },
      {
        action: 'notice edit',
        subject: 'notice 1',
        detail: {
          before: { 'title_zh-CN': null, 'body_zh-CN': null },
          after: { 'title_zh-CN': '春', 'body_zh-CN': '内容' },
        },
      },
    ])
  })

  test('edit of a scheduled one is no edit to readers; a file with faults changes nothing', async () => {
    await runPublish(await writeKorean(), '--at', '2031-01-01T00:00Z')
    await runNotice('edit', '1', await writeNoticeFile('new.ko.md', '# 봄\n\n다른 글'))
    expect((await selectNotices())[0]).toMatchObject({ title: { ko: '봄' }, edited_at: null })
    const { status, lines } = await runNotice('edit', '1', await writeNoticeFile('bad.ko.md', 'no title'))
    expect(status).toBe(1)
    expect(lines.at(-1)).toBe('Nothing was changed.')
    expect((await selectNotices())[0]).toMatchObject({ title: { ko: '봄' } })
  })

  test('pin, unpin, withdraw and restore do so once, and are recorded', async () => {
    await runPublish(await writeKorean())
    await runPublish(await writeNoticeFile('second.ko.md', '# 둘째\n\n글'))
    expect(await listShownTitles()).toEqual(['둘째', '봄: 새 음악'])
    const twice = async (name: string) => [
      (await runNotice(name, '1')).text.split(':')[0],
      (await runNotice(name, '1')).text.split(':')[0],
    ]
    expect(await twice('pin')).toEqual(['changed', 'unchanged'])
    expect(await listShownTitles()).toEqual(['봄: 새 음악', '둘째'])
    expect(await twice('unpin')).toEqual(['changed', 'unchanged'])
    expect(await listShownTitles()).toEqual(['둘째', '봄: 새 음악'])
    expect(await twice('withdraw')).toEqual(['changed', 'unchanged'])
    expect(await listShownTitles()).toEqual(['둘째'])
    expect((await runNotice('list')).text).toMatch(/^1 +example\.test {2}withdrawn \d{4}/m)
    expect(await twice('restore')).toEqual(['changed', 'unchanged'])
    expect(await listShownTitles()).toEqual(['둘째', '봄: 새 음악'])
    expect((await listAuditRows()).slice(2).map(({ action, subject }) => [action, subject])).toEqual(
      ['pin', 'unpin', 'withdraw', 'restore'].map((name) => [`notice ${name}`, 'notice 1']),
    )
  })

  test('list and show tell of them, also to programs', async () => {
    expect((await runNotice('list')).text).toMatch(/There are no notices yet/)
    await runPublish(await writeKorean(), await writeEnglish(), '--pin')
    await runNotice('publish', await writeEnglish(), '--site', 'list.test', '--at', '2031-01-01T00:00Z')
    const { lines } = await runNotice('list')
    expect(lines[1]).toMatch(
      /^2 +list\.test +scheduled 2031-01-01 00:00 +en; ko zh-CN zh-TW get en {2}Spring$/,
    )
    expect(lines[2]).toMatch(/^1 +example\.test {2}published .*, pinned {2}ko en; zh-CN zh-TW get ko/)
    expect((await runNotice('list', '--site', 'list.test')).lines).toHaveLength(2)
    expect(JSON.parse((await runNotice('list', '--json')).text)).toMatchObject([
      { id: 2, site: 'list.test', state: 'scheduled', languages: ['en'], title: { en: 'Spring' } },
      { id: 1, state: 'published', pinned: true, editedAt: null, withdrawnAt: null },
    ])
    const { text } = await runNotice('show', '1')
    expect(text).toContain('--- ko: 봄: 새 음악\n새 음악을 더했습니다.')
    expect(text).toContain('--- en: Spring\nThere is **new** music.')
  })
})
