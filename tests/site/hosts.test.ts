import { glob } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPagePath } from '#contract/platform/page-path.ts'
import { isHomePath } from '#contract/portal/design.ts'
import { isOwnPageTemplate } from '#contract/portal/hosting.ts'
import { type HostBehavior, hostBehaviors, startStaticHost } from '#tests/support/static-host.ts'

const files = await Array.fromAsync(glob('**/*.html', { cwd: 'dist' }))
const paths = files
  .map((file) => toPagePath(`/${file}`))
  .filter((path) => !isHomePath(path) && !isOwnPageTemplate(path) && !['/404', '/500'].includes(path))

describe.each(Object.keys(hostBehaviors) as HostBehavior[])('a host with the behavior %s', (behavior) => {
  let host: Awaited<ReturnType<typeof startStaticHost>>

  beforeAll(async () => {
    host = await startStaticHost({ behavior, folder: 'dist' })
  })
  afterAll(() => host.stop())

  test('serves every page, or 404.html, which leads to its file', async () => {
    expect(paths.length).toBeGreaterThan(100)
    for (const path of paths) {
      const first = await fetch(host.origin + path)
      const reply = first.ok ? first : await fetch(`${host.origin}${path}/index.html`)
      expect(reply.status, path).toBe(200)
      expect(await reply.text(), path).toContain(`<link rel="canonical" href="https://site.invalid${path}">`)
      expect(behavior === 'exact' || first.ok, path).toBe(true)
    }
  })
})

test('404.html knows every page', async () => {
  const host = await startStaticHost({ behavior: 'exact', folder: 'dist' })
  const html = await (await fetch(`${host.origin}/nowhere`)).text()
  await host.stop()
  const [, list = '[]'] = /id="pages">([^<]+)</.exec(html) ?? []
  const korean = paths.filter((path) => !/^\/(en|zh-CN|zh-TW)(\/|$)/.test(path))
  expect(JSON.parse(list).sort()).toEqual(korean.sort())
})
