import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NoticeBlock, type NoticeInline } from '#contract/notice-text.ts'
import { blocksOf, mostBytes } from '#server/notices/blocks.ts'
import { hrefOf } from '#server/notices/links.ts'

const text = (words: string): NoticeInline => ({ kind: 'text', text: words })
const said = (...children: (NoticeInline | string)[]): NoticeBlock => ({
  kind: 'paragraph',
  children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
})
const link = (href: string, words = 'x'): NoticeInline => ({ kind: 'link', href, children: [text(words)] })

/** Every link in a text. */
const hrefsIn = (blocks: unknown): string[] =>
  [...JSON.stringify(blocks).matchAll(/"href":("(?:[^"\\]|\\.)*")/g)].map(([, href = '""']) =>
    JSON.parse(href),
  )

const isAllowed = (href: string) => {
  const url = new URL(href, 'https://site.test')
  return (
    ['https:', 'http:', 'mailto:'].includes(url.protocol) &&
    (/^(https?:\/\/|mailto:)/i.test(href) || url.origin === 'https://site.test')
  )
}

/** Reads a text within a time that nobody would notice, as the contract has it. */
function readInTime(source: string, withinMs = 1_000): NoticeBlock[] {
  const started = performance.now()
  const blocks = blocksOf(source)
  expect(performance.now() - started).toBeLessThan(withinMs)
  for (const block of blocks) NoticeBlock.parse(block)
  for (const href of hrefsIn(blocks)) expect(isAllowed(href), href).toBe(true)
  return blocks
}

describe('what people write', () => {
  test.each<[string, NoticeBlock[]]>([
    ['', []],
    [' \n\n\t', []],
    ['one\ntwo', [said('one two')]],
    ['한국\n어', [said('한국 어')]],
    ['第一行，\n第二行', [said('第一行，第二行')]],
    ['one  \ntwo', [said('one', { kind: 'break' }, 'two')]],
    ['one\r\n\r\ntwo', [said('one'), said('two')]],
    [
      '**a** *b* ~~c~~ `d`',
      [
        said(
          { kind: 'strong', children: [text('a')] },
          ' ',
          { kind: 'emphasis', children: [text('b')] },
          ' ',
          { kind: 'deleted', children: [text('c')] },
          ' ',
          { kind: 'code', text: 'd' },
        ),
      ],
    ],
    [
      '# a\n## b\n##### c',
      [
        { kind: 'heading', level: 2, children: [text('a')] },
        { kind: 'heading', level: 3, children: [text('b')] },
        { kind: 'heading', level: 4, children: [text('c')] },
      ],
    ],
    ['### only', [{ kind: 'heading', level: 2, children: [text('only')] }]],
    ['- a\n- b', [{ kind: 'list', start: null, items: [[said('a')], [said('b')]] }]],
    ['3. a\n4. b', [{ kind: 'list', start: 3, items: [[said('a')], [said('b')]] }]],
    ['- [x] a\n- [ ] b', [{ kind: 'list', start: null, items: [[said('☑ a')], [said('☐ b')]] }]],
    ['> a\n>\n> b', [{ kind: 'quote', children: [said('a'), said('b')] }]],
    ['```ts\n<b>{x}</b>\n```', [{ kind: 'code', text: '<b>{x}</b>' }]],
    ['a\n\n---\n\nb', [said('a'), { kind: 'rule' }, said('b')]],
    [
      '| a | b |\n|---|---|\n| 1 |\n| 2 | 3 | 4 |',
      [
        {
          kind: 'table',
          head: [[text('a')], [text('b')]],
          rows: [
            [[text('1')], []],
            [[text('2')], [text('3')]],
          ],
        },
      ],
    ],
    ['[x](/guides?a=1#b)', [said(link('/guides?a=1#b'))]],
    ['[x](/가이드)', [said(link('/%EA%B0%80%EC%9D%B4%EB%93%9C'))]],
    ['[x](https://a.test/b "title")', [said(link('https://a.test/b'))]],
    ['[x](HTTPS://A.test)', [said(link('https://a.test/'))]],
    ['[x](mailto:a@b.test)', [said(link('mailto:a@b.test'))]],
    ['[x][1]\n\n[1]: https://a.test/b', [said(link('https://a.test/b'))]],
    ['https://a.test/b', [said(link('https://a.test/b', 'https://a.test/b'))]],
    ['[](https://a.test/b)', [said(link('https://a.test/b', 'https://a.test/b'))]],
    ['a[^1]\n\n[^1]: the note', [said('a[1]'), said('[1] the note')]],
    ['![the text](https://a.test/b.png)', [said('the text')]],
    ['![](https://a.test/b.png)', []],
    [
      'import A from "./a"\n\n{1 + 1} <Callout kind="x">y</Callout>',
      [said('import A from "./a"'), said('{1 + 1} y')],
    ],
    ['<Callout>\n\n**y**\n\n</Callout>', [said({ kind: 'strong', children: [text('y')] })]],
    [
      '<div>\n  <p>**a** &amp; b<br>c</p>\n  <p>d</p>\n</div>',
      [said({ kind: 'strong', children: [text('a')] }, ' & b', { kind: 'break' }, 'c'), said('d')],
    ],
    ['a<br/>b', [said('a', { kind: 'break' }, 'b')]],
    ['a <!-- b --> c', [said('a  c')]],
    ['1 < 2 & 3 > 2', [said('1 < 2 & 3 > 2')]],
  ])('%j', (source, blocks) => {
    expect(readInTime(source)).toEqual(blocks)
  })
})

describe('what would harm', () => {
  test.each<[string, string]>([
    ['<script>alert(1)</script>', ''],
    ['a<script>alert(1)</script>b', 'ab'],
    ['a <SCRIPT src="//evil.test">alert(1)</SCRIPT > b', 'a  b'],
    ['a <SCRIPT src=//evil.test>b', 'a <SCRIPT src=//evil.test>b'],
    ['<script>\nalert(1)\n\nalert(2)\n</script>\n\nb', 'b'],
    ['<scr<script>ipt>alert(1)</script>', '<scr'],
    ['<style>a{background:url(//evil.test)}</style>', ''],
    ['<img src=x onerror=alert(1)>', ''],
    ['a <img src=x onerror="alert(1)"> b', 'a  b'],
    ['<svg onload=alert(1)><text>t</text></svg>', 't'],
    ['<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></math>', ''],
    ['<iframe src="javascript:alert(1)"></iframe>', ''],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', '">'],
    ['<object data="data:text/html;base64,PHNjcmlwdD4="></object>', ''],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="jav&#x09;ascript:alert(1)">x</a>', 'x'],
    ['<details open ontoggle=alert(1)>x</details>', 'x'],
    ['<form action=//evil.test><input name=p></form>', ''],
    ['<base href=//evil.test>', ''],
    ['<meta http-equiv=refresh content="0;url=//evil.test">', ''],
    ['<link rel=stylesheet href=//evil.test>', ''],
    ['<!--<img src="--><img src=x onerror=alert(1)>', ''],
    ['<![CDATA[<img src=x onerror=alert(1)>]]>', ']]>'],
    ['<?php echo 1 ?>x', 'x'],
    ['<template><script>alert(1)</script></template>', ''],
    ['[x](javascript:alert(1))', 'x'],
    ['[x](JaVaScRiPt:alert(1))', 'x'],
    ['[x](java\nscript:alert(1))', '[x](java script:alert(1))'],
    ['[x](<java\tscript:alert(1)>)', 'x'],
    ['[x](&#106;avascript:alert(1))', 'x'],
    ['[x](java&Tab;script:alert(1))', 'x'],
    ['[x](java&NewLine;script:alert(1))', 'x'],
    ['[x](<\u0001javascript:alert(1)>)', 'x'],
    ['[x](&#1;javascript:alert(1))', 'x'],
    ['[x](javascript&colon;alert(1))', 'x'],
    ['[x](javascript%3Aalert(1))', 'x'],
    ['[x](vbscript:msgbox(1))', 'x'],
    ['[x](data:text/html,<script>alert(1)</script>)', 'x'],
    ['[x](file:///etc/passwd)', 'x'],
    ['[x](blob:https://a.test/1)', 'x'],
    ['[x](view-source:https://a.test)', 'x'],
    ['[x](//evil.test)', 'x'],
    ['[x](/\\evil.test)', 'x'],
    ['[x](/%0d//evil.test)', 'x'],
    ['[x](/..//evil.test)', 'x'],
    ['[x](</\t/evil.test>)', 'x'],
    ['[x](https:evil.test)', 'x'],
    ['[x](https:/\\evil.test)', 'x'],
    ['[x](https://bank.test@evil.test)', 'x'],
    ['[x](guides)', 'x'],
    ['[x](#top)', 'x'],
    ['<javascript:alert(1)>', 'javascript:alert(1)'],
    ['[x][1]\n\n[1]: javascript:alert(1)', 'x'],
    ['[x][1]\n\n[1]: <data:text/html,x>', 'x'],
    ['![x](javascript:alert(1))', 'x'],
    ['[![x](javascript:alert(1))](javascript:alert(2))', 'x'],
  ])('%j', (source, words) => {
    const blocks = readInTime(source)
    expect(wordsOf(blocks)).toBe(words)
    expect(hrefsIn(blocks).filter((href) => !href.startsWith('/'))).toEqual([])
  })

  test.each(['toString', '__proto__', 'constructor'])('a link that is named %s has no address', (name) => {
    expect(hrefsIn(blocksOf(`[x][${name}]`))).toEqual([])
  })
})

/** What there is to read. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join('')
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([key, inner]) => (key === 'text' ? String(inner) : wordsOf(inner)))
    .join('')
}

const many = 100_000

describe('what would take long', () => {
  test.each<[string, string]>([
    ['quotes', '>'.repeat(10_000)],
    ['quotes with blanks', '> '.repeat(10_000)],
    ['brackets', '['.repeat(many)],
    ['closing brackets', '[a]('.repeat(many / 4)],
    ['pictures', '!['.repeat(many / 2)],
    ['stars', '*'.repeat(many)],
    ['stars with words', '*a '.repeat(many / 3)],
    ['both kinds', '*a_ '.repeat(many / 4)],
    ['strikes', '~~a'.repeat(many / 3)],
    ['ticks of every length', Array.from({ length: 440 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
    ['tags', '<a '.repeat(many / 3)],
    ['tags without end', '<'.repeat(many)],
    ['comments', '<!--'.repeat(many / 4)],
    ['scripts', '<script '.repeat(many / 8)],
    ['declarations', '<?'.repeat(many / 2)],
    ['entities', '&#106;'.repeat(many / 6)],
    ['bars', '|'.repeat(many)],
    ['rows', '|a|b|\n|-|-|\n'.repeat(many / 12)],
    ['wide rows', `${'|a'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'|\n'.repeat(5_000)}`],
    ['rows of a few', `${'|a'.repeat(39)}\n${'|-'.repeat(39)}\n${`${'|a'.repeat(39)}\n`.repeat(1_200)}`],
    ['lists', '- '.repeat(many / 2)],
    ['nested lists', Array.from({ length: 400 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n')],
    ['items', '- a\n'.repeat(many / 4)],
    ['numbered items', '1. a\n'.repeat(many / 5)],
    ['headings', '# a\n'.repeat(many / 4)],
    ['rules', '---\n'.repeat(many / 4)],
    ['definitions', '[a]: b\n'.repeat(many / 7)],
    ['many definitions', Array.from({ length: 8_000 }, (_, at) => `[${at}]: /b`).join('\n')],
    ['footnotes', '[^a]: b\n\n'.repeat(many / 9)],
    ['addresses', 'a@'.repeat(many / 2)],
    ['webs', 'www.'.repeat(many / 4)],
    ['addresses with words', 'http://a.'.repeat(many / 9)],
    ['dots', `a@${'a.'.repeat(many / 2)}`],
    ['backslashes', '\\'.repeat(many)],
    ['blanks', ' '.repeat(many)],
    ['lines', '\n'.repeat(many)],
    ['tabs', '\t'.repeat(many)],
    ['one word', 'a'.repeat(many)],
    ['Korean', '가 '.repeat(many / 2)],
    ['short paragraphs', 'a\n\n'.repeat(many / 3)],
    ['emphasis in paragraphs', '**a** _b_ `c` [d](/e) <f@g.test>\n\n'.repeat(many / 36)],
    ['html in paragraphs', '<b>a</b>\n\n'.repeat(many / 10)],
    ['html blocks', '<div>a</div>\n\n'.repeat(many / 14)],
    ['fences', '```\n'.repeat(many / 4)],
    ['more than may be', 'a '.repeat(mostBytes * 5)],
  ])('%s', (_, source) => {
    readInTime(source)
  })

  test('what is nested deeper than people write keeps its words', () => {
    const blocks = readInTime(`${'> '.repeat(15)}a **b *c **d *e **f** e* d** c* b**`)
    expect(wordsOf(blocks)).toContain('a b c d e f')
    expect(JSON.stringify(blocks).match(/quote/g)?.length).toBeLessThanOrEqual(9)
  })
})

describe('of whatever is written', () => {
  const pieces = constantFrom(
    ...[
      '<',
      '>',
      '[',
      ']',
      '(',
      ')',
      '!',
      '"',
      "'",
      '`',
      '*',
      '_',
      '~',
      '|',
      '#',
      '-',
      '\\',
      '&',
      ';',
      ':',
      '/',
    ],
    ...['\n', '\n\n', '\t', ' ', '    ', '\u0000', '\u00a0', '\u202e', '가', '😀', '1.', '> ', '- ', '---\n'],
    ...[
      '<script>',
      '</script>',
      '<svg onload=x>',
      '<img src=x onerror=x>',
      '<a href="',
      '<!--',
      '-->',
      '<br>',
    ],
    ...[
      'javascript:',
      'data:',
      'vbscript:',
      '&#106;',
      '&colon;',
      '&Tab;',
      '//evil.test',
      '/guides',
      'https://',
    ],
    ...['mailto:', '[x](', '[x]: ', '[^1]', '|-|-|\n', 'www.a.test', 'a@b.test', '<div>', '</div>', '```'],
  )

  test('nothing but what the contract has comes out, and no link but those that are allowed', () => {
    assert(
      property(array(pieces, { maxLength: 60 }), (parts) => {
        readInTime(parts.join(''))
      }),
      { numRuns: 1_500 },
    )
  })

  test('an address is one of the web, of a mailbox or of the site, or none', () => {
    assert(
      property(array(pieces, { maxLength: 12 }), string(), (parts, end) => {
        const href = hrefOf(parts.join('') + end)
        if (href !== null) expect(isAllowed(href), href).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
})
