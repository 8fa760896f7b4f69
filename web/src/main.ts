import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { preferredLanguage, setLanguage } from './lib/i18n.svelte';
import { followLinks } from './lib/route.svelte';
import { settings } from './lib/settings.svelte';

followLinks();
await setLanguage(preferredLanguage(settings.lang || null, navigator.languages));
mount(App, { target: document.getElementById('app')! });

// Once the requested page is there, everything else is fetched for offline use.
const LATER = 2000;
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), LATER);
}
