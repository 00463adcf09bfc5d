import type { ComponentType } from 'react'
import type { Screen } from '#islands/kit/screen/manifest.ts'
import type { MemberDialogProps } from '#islands/people/members/dialogs/dialog-props.ts'
import type { Namespace } from '#lib/texts/catalog.ts'

/** The flag's value is the member's id. */
const memberDialog = (
  loadContent: () => Promise<ComponentType<MemberDialogProps>>,
  namespaces: readonly Namespace[] = ['member-dialogs'],
) => ({
  namespaces,
  load: async () => {
    const [{ withMember }, Content] = await Promise.all([
      import('#islands/people/members/dialogs/with-member.tsx'),
      loadContent(),
    ])
    return withMember(Content)
  },
})

export const screen: Screen = {
  name: 'manage-member',
  navigation: {
    group: 'settings',
    order: 2,
    icon: 'M7.5 3.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM2.5 16.5c0-3 2.2-5 5-5s5 2 5 5M13 3.6a2.6 2.6 0 0 1 0 5M14.5 11.9c1.9.6 3 2.3 3 4.6',
  },
  audience: 'members.read',
  namespaces: ['members', 'credentials', 'payout', 'lists'],
  load: async () => (await import('#islands/people/members/MembersView.tsx')).MembersView,
  dialogs: {
    addMember: {
      // `channels` contains the category names.
      namespaces: ['member-dialogs', 'channels'],
      load: async () => (await import('#islands/people/members/dialogs/adding/AddDialog.tsx')).AddDialog,
    },
    memberFile: {
      namespaces: ['member-file', 'member-dialogs', 'csv-upload', 'roles'],
      load: async () =>
        (await import('#islands/people/members/dialogs/adding/MemberFileDialog.tsx')).MemberFileDialog,
    },
    password: memberDialog(
      async () => (await import('#islands/people/members/dialogs/PasswordDialog.tsx')).PasswordDialog,
    ),
    fee: memberDialog(
      async () => (await import('#islands/people/members/dialogs/fees/FeeDialog.tsx')).FeeDialog,
    ),
    feeMany: {
      namespaces: ['member-dialogs'],
      load: async () =>
        (await import('#islands/people/members/dialogs/fees/FeeManyDialog.tsx')).FeeManyDialog,
    },
    defaultFee: {
      namespaces: ['member-dialogs'],
      load: async () =>
        (await import('#islands/people/members/dialogs/fees/DefaultFeeDialog.tsx')).DefaultFeeDialog,
    },
    feeFile: {
      namespaces: ['member-dialogs', 'csv-upload'],
      load: async () =>
        (await import('#islands/people/members/dialogs/fees/FeeFileDialog.tsx')).FeeFileDialog,
    },
    payee: memberDialog(
      async () => (await import('#islands/settlement/payee/PayeeReviewDialog.tsx')).PayeeReviewDialog,
      ['payee', 'banks', 'second-factor', 'credentials'],
    ),
    signInHelp: memberDialog(
      async () =>
        (await import('#islands/people/members/dialogs/sign-in-help/SignInHelpDialog.tsx')).SignInHelpDialog,
      ['member-access'],
    ),
    end: memberDialog(
      async () => (await import('#islands/people/members/dialogs/ending/EndDialog.tsx')).EndDialog,
      ['member-access'],
    ),
    delete: memberDialog(
      async () => (await import('#islands/people/members/dialogs/DeleteDialog.tsx')).DeleteDialog,
      ['member-dialogs', 'balance'],
    ),
  },
}
