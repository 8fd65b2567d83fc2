import { config } from 'zod/mini'
import { solvePow } from '#features/captcha/pow.ts'
import { startContactForm } from '#features/contact/contact-form.ts'

// The whole script of the contact form; the build makes `/contact.js` of it, see build/contact-script.ts.
// The content security policy forbids making code out of text, which zod would try.
config({ jitless: true })

const form = document.querySelector<HTMLFormElement>('form[data-module]')
if (form) startContactForm(form, (challenge) => solvePow(challenge))
