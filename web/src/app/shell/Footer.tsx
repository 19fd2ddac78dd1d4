import { IconBrandFacebook, IconBrandInstagram, IconBrandSnapchat, IconBrandX } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { Settings } from '@waypost/contract/school-system/settings/calls';
import { useSettings } from '../../client/session.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import classes from './Shell.module.css';
import { type SocialNetwork, socialAddress } from './social.ts';

const networks = [
  { key: 'facebook', name: 'Facebook', Icon: IconBrandFacebook },
  { key: 'twitter', name: 'Twitter', Icon: IconBrandX },
  { key: 'instagram', name: 'Instagram', Icon: IconBrandInstagram },
  { key: 'snapchat', name: 'Snapchat', Icon: IconBrandSnapchat },
] as const satisfies { key: SocialNetwork; name: string; Icon: unknown }[];

/** Shows each social link only if it is set (docs/behavior/app.md#header-footer-and-banners). */
export function Footer() {
  const settings = useSettings();
  const owner = settings?.full_name || t('Waypost');
  return (
    <footer className={classes.footer}>
      <div className={classes.bar}>
        <span>{`© ${new Date().getFullYear()} ${owner}`}</span>
        {settings && <SocialLinks settings={settings} />}
        <LanguageChoice />
        <span>{t('Powered by Waypost')}</span>
      </div>
    </footer>
  );
}

function SocialLinks({ settings }: { settings: Settings }) {
  const links = networks.flatMap(({ key, name, Icon }) => {
    const address = socialAddress(key, settings[key]);
    return address ? [{ address, name, Icon }] : [];
  });
  if (links.length === 0) return null;
  return (
    <div className={classes.social}>
      {links.map(({ address, name, Icon }) => (
        <a
          key={name}
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={t('{owner} on {network}', { owner: settings.full_name, network: t(name) })}
        >
          <Icon size={20} aria-hidden />
        </a>
      ))}
    </div>
  );
}
