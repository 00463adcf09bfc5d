import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'notice',
  paths: ['/notices/*'],
  parent: 'notices',
  audience: 'account',
  namespaces: ['notices'],
  load: async () => (await import('#islands/portal/notices/NoticeView.tsx')).NoticeView,
}
