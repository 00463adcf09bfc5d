import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

const loadHelp = () => import('./dialogs/HelpDialogs.tsx')

export const screen: DeskScreen = {
  name: 'person',
  paths: ['/desk/person'],
  parent: 'search',
  audience: 'desk.read',
  namespaces: [
    'desk-person',
    'desk-search',
    'channel-states',
    'lists',
    'roles',
    'settlement',
    'member-access',
  ],
  load: async () => (await import('./PersonView.tsx')).PersonView,
  dialogs: {
    link: { namespaces: [], load: async () => (await loadHelp()).LinkDialog },
    attempts: { namespaces: [], load: async () => (await loadHelp()).AttemptsDialog },
    factors: { namespaces: [], load: async () => (await loadHelp()).FactorsDialog },
    sessions: { namespaces: [], load: async () => (await loadHelp()).SessionsDialog },
    move: { namespaces: [], load: async () => (await import('./dialogs/MoveDialog.tsx')).MoveDialog },
    membership: {
      namespaces: [],
      load: async () => (await import('./dialogs/MembershipDialog.tsx')).MembershipDialog,
    },
  },
}
