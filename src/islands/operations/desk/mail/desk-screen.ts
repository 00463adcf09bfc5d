import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'mail',
  paths: ['/desk/mail'],
  navigation: {
    group: 'watch',
    order: 1,
    icon: 'M2.500 5h15v10.500h-15zM2.500 5.500l7.500 5.700 7.500-5.700',
  },
  audience: 'desk.read',
  namespaces: ['desk-mail'],
  load: async () => (await import('./MailView.tsx')).MailView,
  dialogs: {
    mail: {
      namespaces: ['desk-mail'],
      load: async () => (await import('./MailDialog.tsx')).MailDialog,
    },
  },
}
