import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

/** A mail as nodemailer takes it. Addresses are given as parts, so that no comma in one makes it two. */
export const messageOf = (mail: Mail, from: string): SendMailOptions => ({
  from: { name: mail.fromName, address: from },
  to: { name: '', address: mail.to },
  ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  // Out-of-office answers to a machine help nobody.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})
