import type { MailTexts } from './types.ts'

export const en: MailTexts = {
  common: {
    plainLink: 'If the button does not open, paste this address into your browser:',
    automatic: '{site} sent this email automatically. Replies are not read.',
    unsubscribe: 'Stop reminders and news of statements',
    browser: 'Browser',
    system: 'System',
    time: 'Time',
    unknown: 'Unknown',
    timeZoneName: 'UTC',
  },
  secondFactorChanges: {
    'totp-added': 'An authenticator app was added to your {site} account.',
    'totp-removed': 'An authenticator app was removed from your {site} account.',
    'passkey-added': 'A passkey was added to your {site} account.',
    'passkey-removed': 'A passkey was removed from your {site} account.',
    'code-used': 'A recovery code was used to sign in to your {site} account. It cannot be used again.',
    'codes-renewed': 'New recovery codes were created for your {site} account. The old ones no longer work.',
    reset:
      'The operator of {site} has reset two-step verification for your account. Sign in to set it up again.',
  },
  alertAdvice: {
    'consent-ended':
      'The reports of content owner {owner} cannot be fetched. A person with access has to consent again: on the server, run youtube connect --owner {owner}.',
    'consent-ends':
      'After that, the reports of content owner {owner} cannot be fetched. Consent again before then: on the server, run youtube connect --owner {owner}.',
    'client-rejected':
      'The reports of content owner {owner} cannot be fetched. Compare YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET with the Google Cloud console.',
    'permission-denied':
      'The reports of content owner {owner} cannot be fetched. Check that the person who consented still has access, and that the YouTube Reporting API is enabled.',
    storage:
      'The folder for the reports of content owner {owner} cannot be written to. Check the free space on the disk and the rights of the folder.',
    'reports-late':
      'The reports of content owner {owner} for {day} are not there yet. If YouTube itself is late, there is nothing to do. Please check that there is no other cause.',
    'reports-expire':
      'Reports of content owner {owner} have not been downloaded yet. YouTube deletes them from {day} on, and they cannot be recovered after that.',
    'reports-lost':
      'YouTube no longer has reports of content owner {owner} for {day}. If you have a copy of the files, please import them.',
    'reports-refused':
      'There is a problem with a report of content owner {owner} for {day}. If YouTube issues it again, it is imported by itself.',
    'missing-types':
      'YouTube does not offer content owner {owner} the reports that are needed. Please ask YouTube whether it has access to them.',
    deprecated:
      'Content owner {owner} uses it, and there is no newer version yet. Please check for a newer version of this program.',
    'rates-refused':
      'There is a problem with the file of exchange rates, or a rate has changed by too much. Until then, the rates of before apply. Please look at the server’s log and the file.',
  },
  statementOutcomes: {
    payable: 'The payable amount of your statement for {month} is {amount}.',
    carriedOver: 'Nothing is payable for {month}. Your balance is carried over to the next statement.',
    detailsRequired:
      'Your statement for {month} can be paid once your payment details are confirmed. If you have not entered them yet, please do so on your account page.',
  },
  kinds: {
    'confirm-email': {
      subject: 'Confirm your email address for {site}',
      preview: 'Finish signing up within 7 days.',
      title: 'Confirm your email address',
      lead: 'Thanks for joining {site}. Use the button below to confirm that this address is yours.',
      button: 'Confirm email address',
      notes: [
        'The link works once, for 7 days.',
        'If you did not sign up, do not use the button. You can delete this email.',
      ],
      reason: 'You are receiving this email because this address was used to sign up for {site}.',
    },
    invitation: {
      subject: '{network} invited you to {site}',
      preview: 'Choose a password within 7 days to get started.',
      title: '{network} invited you',
      lead: '{network} invited you to join its network on {site}. Choose a password to see your channels and estimated profit.',
      button: 'Accept invitation',
      notes: [
        'The link works once, for 7 days.',
        'If you do not know who invited you, do not use the button. You can delete this email.',
      ],
      reason: 'You are receiving this email because the manager of {network} invited this address.',
    },
    'reset-password': {
      subject: 'Reset your {site} password',
      preview: 'The link works for 30 minutes.',
      title: 'Reset your password',
      lead: 'You asked to reset the password of your {site} account. Use the button below to choose a new one.',
      button: 'Reset password',
      notes: [
        'The link works once, for 30 minutes.',
        'If you did not ask for this, you can delete this email. Your password stays the same.',
      ],
      reason: 'You are receiving this email because a password reset was requested for this address.',
    },
    'change-email': {
      subject: 'Confirm your new email address for {site}',
      preview: 'Confirm it within 24 hours to switch to this address.',
      title: 'Confirm your new email address',
      lead: 'To use this address for your {site} account, use the button below. Until then, your old address stays in place.',
      button: 'Confirm new address',
      notes: [
        'The link works once, for 24 hours.',
        'If you did not ask for this, do not use the button. You can delete this email.',
      ],
      reason: 'You are receiving this email because someone asked to use this address for a {site} account.',
    },
    'email-changed': {
      subject: 'Your {site} email address was changed',
      preview: 'If this was not you, let us know right away.',
      title: 'Your email address was changed',
      lead: 'The email address of your {site} account was changed. You can no longer sign in with this address.',
      notes: [
        'If you made this change, there is nothing more to do. If not, contact the team at {site} right away.',
      ],
      reason: 'This security notice goes to the previous address of a {site} account.',
    },
    'password-changed': {
      subject: 'Your {site} password was changed',
      preview: 'If this was not you, reset it right away.',
      title: 'Your password was changed',
      lead: 'The password of your {site} account was changed.',
      button: 'Go to sign-in',
      notes: [
        'If you made this change, there is nothing more to do. If not, reset your password on the sign-in page right away.',
      ],
      reason: 'This security notice goes to the address of your {site} account.',
    },
    'new-device': {
      subject: 'New sign-in to your {site} account',
      preview: 'If this was not you, change your password.',
      title: 'New sign-in to your account',
      lead: 'Your {site} account was used to sign in on a device or browser we have not seen before.',
      button: 'See your devices',
      notes: [
        'If this was you, there is nothing more to do. If not, sign that device out and change your password.',
      ],
      reason: 'This security notice goes to the address of your {site} account.',
    },
    'second-factor-changed': {
      subject: 'Two-step verification changed on your {site} account',
      preview: 'If this was not you, change your password.',
      title: 'Two-step verification was changed',
      lead: '{change}',
      button: 'Open account settings',
      notes: [
        'If you made this change, there is nothing more to do. If not, change your password and contact the team at {site} right away.',
      ],
      reason: 'This security notice goes to the address of your {site} account.',
    },
    'join-request': {
      subject: '{nickname} is waiting for your approval on {site}',
      preview: 'Have a look at your members page.',
      title: 'Someone is waiting for approval',
      lead: '{nickname} signed up for {site} and is waiting for your approval. Approve or decline the request on your members page.',
      button: 'Open members',
      notes: [],
      reason: 'You are receiving this email because you manage a network on {site}.',
    },
    'join-approved': {
      subject: 'Welcome to {site}: you have been approved',
      preview: 'You can add your channels now.',
      title: 'You have been approved',
      lead: 'You can now add your channels on {site} and see your estimated profit.',
      button: 'Get started',
      notes: [],
      reason: 'You are receiving this email because you signed up for {site}.',
    },
    'channel-reminder': {
      subject: 'Verify your channel on {site}: {channel}',
      preview: 'Without verification, the registration ends on {day}.',
      title: 'Verify your channel',
      lead: '{channel} is not verified yet. If it is not verified by {day}, its registration ends.',
      button: 'Verify channel',
      notes: [
        'Copy the verification code from your channels page into the channel’s description on YouTube, then choose “Verify”.',
      ],
      reason: 'You are receiving this reminder because you added a channel on {site}.',
    },
    'channel-expired': {
      subject: 'Channel registration ended on {site}: {channel}',
      preview: 'It was not verified in time. You can add it again.',
      title: 'Channel registration ended',
      lead: '{channel} was not verified in time, so its registration has ended.',
      button: 'Open channels',
      notes: ['You can add the channel again to get a new verification code.'],
      reason: 'You are receiving this email because you added a channel on {site}.',
    },
    'channel-claimed': {
      subject: 'Another account verified {channel} on {site}',
      preview: 'Your unverified registration has ended.',
      title: 'Another account verified this channel',
      lead: 'Another account has proved that it owns {channel}, so your unverified registration has ended.',
      button: 'Open channels',
      notes: ['If this is your own channel, check who manages it on YouTube and contact the team at {site}.'],
      reason: 'You are receiving this email because you added a channel on {site}.',
    },
    'channel-released': {
      subject: 'Channel removed from your {site} account: {channel}',
      preview: 'The operator of {site} removed it.',
      title: 'Channel removed from your account',
      lead: 'The operator of {site} removed {channel} from your account. It no longer appears in your list of channels.',
      button: 'Open channels',
      notes: ['If you have questions, contact the team at {site}.'],
      reason: 'You are receiving this email because you added a channel on {site}.',
    },
    statement: {
      subject: 'Your {site} statement for {month} is ready',
      preview: 'Have a look at your income and what was deducted.',
      title: 'Your statement for {month} is ready',
      lead: '{outcome}',
      button: 'Open statement',
      notes: ['The statement shows your income by source and channel, and what was deducted from it.'],
      reason: 'You are receiving this email because you earn money on {site}.',
    },
    'statement-paid': {
      subject: 'Your {site} statement for {month} was paid',
      preview: 'The statement has the date and the payment reference.',
      title: 'Your statement for {month} was paid',
      lead: '{amount} was paid on {day}. Payment reference: {reference}',
      button: 'Open statement',
      notes: ['Depending on your bank, it can take a few days until the money is in your account.'],
      reason: 'You are receiving this email because you earn money on {site}.',
    },
    'payee-changed': {
      subject: '[{site}] Your payment details were changed',
      preview: 'If this was not you, change your password now.',
      title: 'Your payment details were changed',
      lead: 'The payment details of your {site} account were changed. Nothing is paid to the new details until they are confirmed.',
      button: 'Check payment details',
      notes: [
        'If you changed them, there is nothing more to do. If not, change your password now and tell your contact at {site}.',
      ],
      reason: 'You get this email at the address of your {site} account, to protect it.',
    },
    'payee-waiting': {
      subject: '[{site}] Please check the payment details of {nickname}',
      preview: 'They can be paid once you have confirmed the details.',
      title: 'Payment details are waiting for you',
      lead: '{nickname} has entered payment details. Check them with the person in another way, for example by phone, and then confirm or reject them on the members screen.',
      button: 'Open members',
      notes: [],
      reason: 'You get this email because you manage a network on {site}.',
    },
    'payee-rejected': {
      subject: '[{site}] Please enter your payment details again',
      preview: 'The payment details you entered were rejected.',
      title: 'Your payment details were rejected',
      lead: 'The manager has rejected the payment details you entered. Reason: {reason}',
      button: 'Correct payment details',
      notes: ['Enter them again on your account page. You can be paid once they are confirmed.'],
      reason: 'You get this email because you entered payment details on {site}.',
    },
    'operator-alert': {
      subject: '[{site}] {alert}',
      preview: '{advice}',
      title: '{alert}',
      lead: '{advice}',
      notes: [
        'On the server, the command doctor has the details.',
        'You will not be told about the same event again.',
      ],
      reason: 'You are receiving this email because your account has the operator’s rights on {site}.',
    },
    test: {
      subject: 'Test email from {site}',
      preview: 'If you can read this, email works.',
      title: 'Your email works',
      lead: 'The operator of {site} sent this email to test the settings. There is nothing to do.',
      notes: [],
      reason: 'You are receiving this email because the operator of {site} entered this address.',
    },
  },
  unsubscribePage: {
    title: 'Reminders and news of statements',
    question:
      'Stop reminders and news of statements from {site}? You will still get email about signing in and security.',
    confirm: 'Stop this email',
    done: 'You will get no more reminders or news of statements. You will still get email about signing in and security.',
    undo: 'Get this email again',
    undone: 'You will get reminders and news of statements again.',
  },
}
