import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

/** A mail as nodemailer takes it. Addresses are given as parts, so that no comma in one makes it two. */
export const messageOf = (mail: Mail, from: string): SendMailOptions => ({
  messageId: `<${mail.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  from: { name: mail.fromName, address: from },
  to: { name: '', address: mail.to },
  ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  headers: {
    // Out-of-office answers to a machine help nobody.
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})
