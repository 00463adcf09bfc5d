import type { ComponentType } from 'react'
import type { Screen } from '#islands/kit/screen/manifest.ts'
import type { PersonDialogProps } from '#islands/people/staff/dialogs/with-person.tsx'

const namespaces = ['staff', 'roles', 'credentials'] as const

/** The flag's value is the person's id. */
const personDialog = (loadContent: () => Promise<ComponentType<PersonDialogProps>>) => ({
  namespaces,
  load: async () => {
    const [{ withPerson }, Content] = await Promise.all([
      import('#islands/people/staff/dialogs/with-person.tsx'),
      loadContent(),
    ])
    return withPerson(Content)
  },
})

export const screen: Screen = {
  name: 'manage-staff',
  navigation: {
    group: 'account',
    order: 4,
    icon: 'M10 3l6 2.2v4.3c0 3.6-2.5 6.3-6 7.5-3.5-1.2-6-3.9-6-7.5V5.2zM7.4 9.8l1.9 1.9 3.4-3.6',
  },
  audience: 'staff.read',
  namespaces: [...namespaces, 'lists'],
  load: async () => (await import('#islands/people/staff/StaffView.tsx')).StaffView,
  dialogs: {
    inviteStaff: {
      namespaces,
      load: async () => (await import('#islands/people/staff/dialogs/InviteDialog.tsx')).InviteDialog,
    },
    network: {
      namespaces,
      load: async () => (await import('#islands/people/staff/dialogs/NetworkDialog.tsx')).NetworkDialog,
    },
    staffRoles: personDialog(
      async () => (await import('#islands/people/staff/dialogs/RolesDialog.tsx')).RolesDialog,
    ),
    removeStaff: personDialog(
      async () => (await import('#islands/people/staff/dialogs/RemoveDialog.tsx')).RemoveDialog,
    ),
    handOver: personDialog(
      async () => (await import('#islands/people/staff/dialogs/HandOverDialog.tsx')).HandOverDialog,
    ),
  },
}
