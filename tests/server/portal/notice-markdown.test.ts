import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TextBlock, type TextInline } from '#contract/portal/rich-text.ts'
import { parseBlocks } from '#server/portal/rich-text/blocks.ts'
import { sanitizeHref } from '#server/portal/rich-text/links.ts'

const buildText = (value: string): TextInline => ({ kind: 'text', text: value })
const buildParagraph = (...children: (TextInline | string)[]): TextBlock => ({
  kind: 'paragraph',
  children: children.map((child) => (typeof child === 'string' ? buildText(child) : child)),
})
const buildLink = (href: string, words = 'x'): TextInline => ({
  kind: 'link',
  href,
  children: [buildText(words)],
})

/** Collects every link. */
const collectHrefs = (blocks: unknown): string[] =>
  [...JSON.stringify(blocks).matchAll(/"href":("(?:[^"\\]|\\.)*")/g)].map(([, href = '""']) =>
    JSON.parse(href),
  )

const isAllowedHref = (href: string) => {
  const url = new URL(href, 'https://site.test')
  return (
    ['https:', 'http:', 'mailto:'].includes(url.protocol) &&
    (/^(https?:\/\/|mailto:)/i.test(href) || url.origin === 'https://site.test')
  )
}

/** Parses a notice and checks it against the contract. */
function parseValid(source: string): TextBlock[] {
  const blocks = parseBlocks(source)
  for (const block of blocks) TextBlock.parse(block)
  for (const href of collectHrefs(blocks)) expect(isAllowedHref(href), href).toBe(true)
  return blocks
}

describe('ordinary notices', () => {
  test.each<[string, TextBlock[]]>([
    ['', []],
    [' \n\n\t', []],
    ['one\ntwo', [buildParagraph('one two')]],
    ['한국\n어', [buildParagraph('한국 어')]],
    ['第一行，\n第二行', [buildParagraph('第一行，第二行')]],
    ['one  \ntwo', [buildParagraph('one', { kind: 'break' }, 'two')]],
    ['one\r\n\r\ntwo', [buildParagraph('one'), buildParagraph('two')]],
    [
      '**a** *b* ~~c~~ `d`',
      [
        buildParagraph(
          { kind: 'strong', children: [buildText('a')] },
          ' ',
          { kind: 'emphasis', children: [buildText('b')] },
          ' ',
          { kind: 'deleted', children: [buildText('c')] },
          ' ',
          { kind: 'code', text: 'd' },
        ),
      ],
    ],
    [
      '# a\n## b\n##### c',
      [
        { kind: 'heading', level: 2, children: [buildText('a')] },
        { kind: 'heading', level: 3, children: [buildText('b')] },
        { kind: 'heading', level: 4, children: [buildText('c')] },
      ],
    ],
    ['### only', [{ kind: 'heading', level: 2, children: [buildText('only')] }]],
    ['- a\n- b', [{ kind: 'list', start: null, items: [[buildParagraph('a')], [buildParagraph('b')]] }]],
    ['3. a\n4. b', [{ kind: 'list', start: 3, items: [[buildParagraph('a')], [buildParagraph('b')]] }]],
    [
      '- [x] a\n- [ ] b',
      [{ kind: 'list', start: null, items: [[buildParagraph('☑ ', 'a')], [buildParagraph('☐ ', 'b')]] }],
    ],
    ['> a\n>\n> b', [{ kind: 'quote', children: [buildParagraph('a'), buildParagraph('b')] }]],
    ['```ts\n<b>{x}</b>\n```', [{ kind: 'code', text: '<b>{x}</b>' }]],
    ['a\n\n---\n\nb', [buildParagraph('a'), { kind: 'rule' }, buildParagraph('b')]],
    [
      '| a | b |\n|---|---|\n| 1 |\n| 2 | 3 | 4 |',
      [
        {
          kind: 'table',
          head: [[buildText('a')], [buildText('b')]],
          rows: [
            [[buildText('1')], []],
            [[buildText('2')], [buildText('3')]],
          ],
        },
      ],
    ],
    ['[x](/guides?a=1#b)', [buildParagraph(buildLink('/guides?a=1#b'))]],
    ['[x](/가이드)', [buildParagraph(buildLink('/%EA%B0%80%EC%9D%B4%EB%93%9C'))]],
    ['[x](https://a.test/b "title")', [buildParagraph(buildLink('https://a.test/b'))]],
    ['[x](HTTPS://A.test)', [buildParagraph(buildLink('https://a.test/'))]],
    ['[x](mailto:a@b.test)', [buildParagraph(buildLink('mailto:a@b.test'))]],
    ['[x][1]\n\n[1]: https://a.test/b', [buildParagraph(buildLink('https://a.test/b'))]],
    ['https://a.test/b', [buildParagraph(buildLink('https://a.test/b', 'https://a.test/b'))]],
    ['[](https://a.test/b)', [buildParagraph(buildLink('https://a.test/b', 'https://a.test/b'))]],
    ['a[^1]\n\n[^1]: the note', [buildParagraph('a', '[1]'), buildParagraph('[1] ', 'the note')]],
    ['![the text](https://a.test/b.png)', [buildParagraph('the text')]],
    ['![](https://a.test/b.png)', []],
    [
      'import A from "./a"\n\n{1 + 1} <Callout kind="x">y</Callout>',
      [buildParagraph('import A from "./a"'), buildParagraph('{1 + 1} ', 'y')],
    ],
    ['<Callout>\n\n**y**\n\n</Callout>', [buildParagraph({ kind: 'strong', children: [buildText('y')] })]],
    ['<div>\n  <p>**a** &amp; b<br>c</p>\n  <p>d</p>\n</div>', [buildParagraph('**a** &amp; b c d')]],
    ['a<br/>b', [buildParagraph('a', { kind: 'break' }, 'b')]],
    ['a <!-- b --> c', [buildParagraph('a ', ' c')]],
    ['1 < 2 & 3 > 2', [buildParagraph('1 < 2 & 3 > 2')]],
  ])('%j', (source, blocks) => {
    expect(parseValid(source)).toEqual(blocks)
  })
})

describe('harmful notices', () => {
  test.each<[string, string]>([
    ['<script>alert(1)</script>', 'alert(1)'],
    ['a<script>alert(1)</script>b', 'aalert(1)b'],
    ['a <SCRIPT src="//evil.test">alert(1)</SCRIPT > b', 'a alert(1) b'],
    ['a <SCRIPT src=//evil.test>b', 'a <SCRIPT src=//evil.test>b'],
    ['<script>\nalert(1)\n\nalert(2)\n</script>\n\nb', 'alert(1) alert(2)b'],
    ['<scr<script>ipt>alert(1)</script>', '<script>alert(1)'],
    ['<style>a{background:url(//evil.test)}</style>', 'a{background:url(//evil.test)}'],
    ['<img src=x onerror=alert(1)>', ''],
    ['a <img src=x onerror="alert(1)"> b', 'a  b'],
    ['<svg onload=alert(1)><text>t</text></svg>', 't'],
    ['<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>', ''],
    ['<svg><script>alert(1)</script></svg>', 'alert(1)'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></math>', ''],
    ['<iframe src="javascript:alert(1)"></iframe>', ''],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', 'alert(1) ">'],
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
    ['<template><script>alert(1)</script></template>', 'alert(1)'],
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
    const blocks = parseValid(source)
    expect(collectText(blocks)).toBe(words)
    expect(collectHrefs(blocks).filter((href) => !href.startsWith('/'))).toEqual([])
  })

  test.each(['toString', '__proto__', 'constructor'])('a link reference named %s has no URL', (name) => {
    expect(collectHrefs(parseBlocks(`[x][${name}]`))).toEqual([])
  })
})

/** Collects all text. */
function collectText(value: unknown): string {
  if (Array.isArray(value)) return value.map(collectText).join('')
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([key, inner]) => (key === 'text' ? String(inner) : collectText(inner)))
    .join('')
}

describe('arbitrary notices', () => {
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

  test('match the contract and have allowed links only', () => {
    assert(
      property(array(pieces, { maxLength: 60 }), (parts) => {
        parseValid(parts.join(''))
      }),
      { numRuns: 1_500 },
    )
  })

  test('have only http, https, mailto and site links', () => {
    assert(
      property(array(pieces, { maxLength: 12 }), string(), (parts, end) => {
        const href = sanitizeHref(parts.join('') + end)
        if (href !== null) expect(isAllowedHref(href), href).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
})
